"""What a player of GEW is shown before he decides, beside supply (s12_lens) and odds (s19_forecast). No rules of its
own: all of it is asked of the functions that decide."""
