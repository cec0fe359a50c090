"""What four hands can be together: quick proofs that need no solver.

`joint_hands` narrows each hand by the others': 13 cards of each suit, 40 HCP, one owner of a card.
`possible_hand` has what one hand can be.
"""

from dowager.knowledge.joint.joint_hands import JointHands

__all__ = ["JointHands"]
