//! Columns as typed arrays, which go between threads without a copy.

use super::thrown;
use crate::diagnostic::Diagnostic;
use crate::run::Trace;
use js_sys::{BigInt64Array, Int32Array, Object, Reflect, Uint32Array};
use wasm_bindgen::prelude::{JsCast, JsValue, wasm_bindgen};

/// Declares the columns of a run: the TypeScript type, and the conversions to and from it.
macro_rules! columns {
    ($($name:ident: $array:ident),+ $(,)?) => {
        #[wasm_bindgen(typescript_custom_section)]
        const TRACE: &str = concat!(
            "/** One run as it went, as typed arrays. */\nexport interface Trace {\n",
            $("    ", stringify!($name), ": ", stringify!($array), ";\n",)+
            "}\n"
        );

        #[wasm_bindgen]
        extern "C" {
            /// One run as it went, as typed arrays.
            #[wasm_bindgen(typescript_type = "Trace", extends = Object)]
            pub type TraceArrays;
        }

        /// The columns of a run for JavaScript.
        pub fn trace_out(columns: &Trace) -> TraceArrays {
            let object = Object::new();
            $(
                let column = $array::from(&columns.$name[..]);
                Reflect::set(&object, &stringify!($name).into(), &column).expect("a new object accepts any property");
            )+
            object.unchecked_into()
        }

        /// The columns of a run from JavaScript. Throws if one is missing or of another type.
        pub fn trace_in(object: &TraceArrays) -> Result<Trace, JsValue> {
            Ok(Trace { $($name: column::<$array>(object, stringify!($name))?.to_vec(),)+ })
        }
    };
}

columns! {
    extents: Uint32Array, rings: Uint32Array, id: BigInt64Array, user: Int32Array, queue: Int32Array,
    partition: Int32Array, submit: BigInt64Array, runtime: BigInt64Array, estimate: BigInt64Array, start: BigInt64Array,
    end: BigInt64Array, asked: Uint32Array, shape: Uint32Array, effective: Uint32Array, held: Uint32Array, rank: Uint32Array, origin: Uint32Array,
    first_block: Uint32Array, blocks: Uint32Array, settled: BigInt64Array, free: Uint32Array, head: Uint32Array, scored: BigInt64Array, fragmentation: Uint32Array,
    order: Uint32Array, down: Uint32Array, arranged_extents: Uint32Array, arranged_rings: Uint32Array,
}

fn column<T: JsCast>(object: &JsValue, name: &str) -> Result<T, JsValue> {
    let lost = |_| thrown(Diagnostic::new("", format!("column '{name}' was lost on the way")));
    Reflect::get(object, &name.into())?.dyn_into().map_err(lost)
}
