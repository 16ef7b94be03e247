//! Columns as typed arrays, which go between threads without a copy. Neither WebAssembly module needs all conversions.
#![allow(dead_code)]

use super::thrown;
use crate::diagnostic::Diagnostic;
use crate::run::Trace;
use js_sys::{BigInt64Array, Int32Array, Object, Reflect, Uint32Array};
use wasm_bindgen::prelude::{JsCast, JsValue, wasm_bindgen};

/// Declares the arrays of columns: the TypeScript type, and the conversions to and from it.
macro_rules! columns {
    ($columns:ident: $type:literal, $meaning:literal, $declared:ident, $arrays:ident, $out:ident, $in:ident;
     $($name:ident: $array:ident),+ $(,)?) => {
        #[wasm_bindgen(typescript_custom_section)]
        const $declared: &str = concat!(
            "/** ", $meaning, " */\nexport interface ", $type, " {\n",
            $("    ", stringify!($name), ": ", stringify!($array), ";\n",)+
            "}\n"
        );

        #[wasm_bindgen]
        extern "C" {
            #[doc = $meaning]
            #[wasm_bindgen(typescript_type = $type, extends = Object)]
            pub type $arrays;
        }

        pub(super) fn $out(columns: &$columns) -> $arrays {
            let object = Object::new();
            $(
                let column = $array::from(&columns.$name[..]);
                Reflect::set(&object, &stringify!($name).into(), &column).expect("a new object accepts any property");
            )+
            object.unchecked_into()
        }

        pub(super) fn $in(object: &$arrays) -> Result<$columns, JsValue> {
            Ok($columns { $($name: column::<$array>(object, stringify!($name))?.to_vec(),)+ })
        }
    };
}

columns! {
    Trace: "Trace", "One run as it went, as typed arrays.", TRACE, TraceArrays, trace_out, trace_in;
    extents: Uint32Array, rings: Uint32Array, id: BigInt64Array, user: Int32Array, queue: Int32Array,
    partition: Int32Array, submit: BigInt64Array, runtime: BigInt64Array, estimate: BigInt64Array, start: BigInt64Array,
    end: BigInt64Array, asked: Uint32Array, shape: Uint32Array, effective: Uint32Array, held: Uint32Array, rank: Uint32Array, origin: Uint32Array,
    first_block: Uint32Array, blocks: Uint32Array, settled: BigInt64Array, free: Uint32Array, head: Uint32Array,
    order: Uint32Array, down: Uint32Array,
}

fn column<T: JsCast>(object: &JsValue, name: &str) -> Result<T, JsValue> {
    let lost = |_| thrown(Diagnostic::new("", format!("column '{name}' was lost on the way")));
    Reflect::get(object, &name.into())?.dyn_into().map_err(lost)
}
