"""The colours of a valley in early summer. Names say what a foot finds."""

from orlop.levels.quayside.palette import paint

TURF = (paint("turf", "#6f8a4a"), paint("turf dry", "#7c9152"), paint("turf dark", "#63803f"))
PATH = (paint("gravel", "#b3a385"), paint("gravel pale", "#bfb094"))
ROCK = (paint("rock", "#8b877c"), paint("rock dark", "#7a776d"))
BED = paint("river bed", "#6f6a58")
CALM = paint("water", "#5b8790")
QUICK = paint("quick water", "#8db4b8")
FOAM = paint("white water", "#dce9e6")
PLANKS = (paint("planks", "#8f7450"), paint("planks worn", "#99805c"), paint("planks dark", "#846a48"))
RAIL = paint("railing", "#6b5236")
BARK = paint("bark", "#5c4a36")
LEAVES = (paint("foliage", "#4f7a3a"), paint("foliage light", "#689044"), paint("foliage dark", "#3f6a36"))
HILL = paint("hills", "#7d9070")
