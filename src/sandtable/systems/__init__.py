"""The game families: rules and data of one each."""
