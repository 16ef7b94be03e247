use super::*;
use crate::diagnostic::{Diagnostic, shortened};

/// Checks that the refusal of a value names the parameter and the value, has a hint, and says what was expected.
pub(crate) fn expect_refusal(error: &ParameterError, [name, value, hint]: [&str; 3]) {
    let complaint = Diagnostic::of(error);
    assert_eq!(complaint.place, name);
    let quoted = shortened(value);
    for part in [hint, &format!("'{quoted}'")] {
        assert!(complaint.message().contains(part), "{name}={value:?}: {complaint} lacks {part:?}");
    }
    let asks = complaint.remedy.starts_with("did you mean");
    assert!(!complaint.expected.is_empty() || asks, "{complaint} does not say what was expected");
}

/// An order in a café: what to drink, and whether with milk, which has an effect only in coffee.
#[derive(Clone, Debug, Default, PartialEq)]
struct Order {
    drink: Drink,
    milk: u32,
    cups: u32,
}

named! {
    /// The drinks.
    #[derive(Default)]
    Drink, "drink" {
        /// Black.
        #[default]
        Tea = "tea",
        /// From a pot.
        Coffee = "coffee",
        /// From the tap.
        Water = "water",
    }
}

const PARAMETERS: Parameters<Order> = Parameters(&[
    &[Parameter {
        name: "drink",
        title: "Drink",
        help: "What to drink.",
        example: "coffee",
        conflicts: &|order| {
            let many = order.drink == Drink::Tea && order.cups > 3;
            many.then(|| ConflictReason::new("has no pot so large", "take coffee")).into_iter().collect()
        },
        ..field!(Group::Workload, menu drink, Drink)
    }],
    &[
        Parameter {
            name: "milk",
            title: "Milk",
            help: "Spoons of milk.",
            expected: "a whole number from 0 to 9",
            example: "2",
            applies: &|order| match order.drink {
                Drink::Coffee => Ok(()),
                Drink::Tea => Err(ConflictReason::new("spoils tea", "drop it")),
                Drink::Water => Err(ConflictReason::new("spoils water", "drop it")),
            },
            ..field!(Group::Jobs, milk, reading::whole(0, 9))
        },
        Parameter {
            name: "cups",
            title: "Cups",
            help: "How many cups.",
            expected: "a whole number from 0 to 9",
            example: "1",
            control: Control::WIDE_LINE,
            applies: &|order| match order.drink {
                Drink::Water => Err(ConflictReason::harmless("is for hot drinks", "take tea")),
                _ => Ok(()),
            },
            ..field!(Group::Workload, cups, reading::whole(0, 9))
        },
    ],
]);

fn order(drink: Drink, milk: u32, cups: u32) -> Order {
    Order { drink, milk, cups }
}

fn messages(order: &Order) -> Vec<String> {
    PARAMETERS.conflicts(order).iter().map(|conflict| Diagnostic::of(conflict).to_string()).collect()
}

#[test]
fn a_log_url_with_user_and_password_is_refused_as_such() {
    for address in ["https://me:secret@example.org/a.swf", "http://secret@example.org"] {
        let refused = reading::address(address).unwrap_err();
        let said = Diagnostic::of(&ParameterError::Value(Box::new(BadValue {
            parameter: "log-url",
            value: address.into(),
            cause: refused,
            expected: "an http or https address".into(),
            example: "https://example.org/log.swf",
        })));
        assert!(said.problem.starts_with("a user name or a password stands before '"), "{said}");
        assert!(!said.to_string().contains("secret"), "it is not repeated: {said}");
    }
    for address in ["https://example.org/a@b.swf?c=d@e", "https://example.org\\@b"] {
        assert!(reading::address(address).is_ok(), "behind the server an @ is a letter");
    }
}

#[test]
fn values_are_set_and_non_defaults_are_listed_in_order() {
    let mut taken = Order::default();
    PARAMETERS.set(&mut taken, "cups", "3").unwrap();
    PARAMETERS.set(&mut taken, "drink", "coffee").unwrap();
    assert_eq!(taken, order(Drink::Coffee, 0, 3));
    let settings: Vec<_> = PARAMETERS.settings(&taken).collect();
    assert_eq!(settings, [("drink", "coffee".to_string()), ("cups", "3".to_string())]);
}

#[test]
fn errors_have_place_value_and_expectation() {
    let complaint = |name, value| {
        let error = PARAMETERS.set(&mut Order::default(), name, value).unwrap_err();
        Diagnostic::of(&error).to_string()
    };
    assert_eq!(complaint("drink", "gin"), "drink: unknown drink 'gin' (expected one of tea, coffee, water)");
    assert_eq!(complaint("drink", "Tee"), "drink: unknown drink 'Tee'; did you mean tea?");
    assert_eq!(complaint("mlik", "1"), "mlik: is not a parameter; did you mean milk?");
    assert_eq!(complaint("milk", "x"), {
        "milk: 'x': not a whole number, or out of range (expected a whole number from 0 to 9, for example 2)"
    });
    assert_eq!(
        complaint("cups", "10"),
        "cups: '10': not within 0 to 9 (expected a whole number from 0 to 9, for example 1)"
    );
    assert_eq!(complaint("sugar", "1"), "sugar: is not a parameter (expected one of drink, milk, cups)");
    assert_eq!(complaint("milk", &"9".repeat(200)).matches('9').count(), 80 + 1, "the value is shortened");
    assert_eq!(PARAMETERS.find("drink").unwrap().expected(), "tea, coffee or water");
}

#[test]
fn only_set_or_contradicting_values_conflict() {
    assert_eq!(messages(&order(Drink::Tea, 0, 3)), Vec::<String>::new());
    assert_eq!(messages(&order(Drink::Tea, 1, 0)), ["milk: spoils tea; drop it"]);
    assert_eq!(messages(&order(Drink::Coffee, 1, 9)), Vec::<String>::new());
    assert_eq!(messages(&order(Drink::Water, 0, 9)), Vec::<String>::new(), "harmless");
    let both = ["drink: has no pot so large; take coffee", "milk: spoils tea; drop it"];
    assert_eq!(messages(&order(Drink::Tea, 1, 4)), both, "the drink is at its default");
}

#[test]
fn values_without_effect_become_inactive_and_come_back() {
    let mut aside = InactiveValues::default();
    let mut exchange = |before: &Order, mut after: Order| {
        aside.exchange(&PARAMETERS, before, &mut after);
        after
    };
    let coffee = order(Drink::Coffee, 2, 3);
    let water = exchange(&coffee, order(Drink::Water, 2, 3));
    assert_eq!(water, order(Drink::Water, 0, 0));
    assert_eq!(exchange(&water, order(Drink::Tea, 0, 0)), order(Drink::Tea, 0, 3), "milk stays inactive");
    assert_eq!(exchange(&water, order(Drink::Coffee, 1, 0)), order(Drink::Coffee, 1, 0), "it has been set by now");
    let odd = order(Drink::Tea, 1, 1);
    assert_eq!(exchange(&odd, odd.clone()), odd, "a value without effect before is unchanged");
}

#[test]
fn an_edit_exchanges_values_or_changes_nothing() {
    let (mut aside, mut taken) = (InactiveValues::default(), order(Drink::Coffee, 2, 3));
    aside.edit(&PARAMETERS, &mut taken, &[("drink", "water")]).unwrap();
    assert_eq!(taken, order(Drink::Water, 0, 0));
    assert!(aside.edit(&PARAMETERS, &mut taken, &[("drink", "coffee"), ("milk", "much")]).is_err());
    assert_eq!(taken, order(Drink::Water, 0, 0));
    aside.edit(&PARAMETERS, &mut taken, &[("drink", "coffee"), ("cups", "1")]).unwrap();
    assert_eq!(taken, order(Drink::Coffee, 2, 1), "the cups have been set by now");
}
