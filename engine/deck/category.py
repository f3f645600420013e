"""What collides with what in the 2D world."""

from pymunk import ShapeFilter

OUTLINE = 0b0001
MOTOR = 0b0010
PUSHER = 0b0100
PROP = 0b1000

# Outlines, pushers and other motors stop motors by kernels; were the 2D world to do it too, they would shake.
OUTLINE_FILTER = ShapeFilter(categories=OUTLINE, mask=PROP)
MOTOR_FILTER = ShapeFilter(categories=MOTOR, mask=PROP)
PUSHER_FILTER = ShapeFilter(categories=PUSHER, mask=PROP)
PROP_FILTER = ShapeFilter(categories=PROP, mask=OUTLINE | MOTOR | PUSHER | PROP)
