/** Long enough to be seen streaming, stopped in the middle, and picked up again. */
export const STORY = `At the edge of a heath, where the last road turns to sand, there lived a nightjar. By day nobody could find it. It sat on a fallen branch, the colour of bark and dry fern, and people walked past it, dogs ran past it, and once a hiker sat down beside it and ate a whole sandwich without noticing that the branch was looking at him.

The nightjar did not mind. It was not hiding, it said to itself; it was saving its strength. While it slept it cost the world nothing: not a worm, not a moth, not a sound. But it slept lightly, and it had an agreement with the heath. Whoever needed something had only to whisper.

The first whisper of the evening came from the pond. "I have forgotten," said the pond, "who was reflected in me last spring." The nightjar opened one eye. It remembered such things, for it wrote down everything that it was told on the underside of leaves, and it knew which leaf was which. "Two cranes," it said, "and, on the ninth of April, a moon with a bite taken out of it." "So it was," said the pond, and lay still again, and was content.

The second whisper came from a beetle. "Wake me when the heather blooms," it said, and went to sleep at once, as beetles do. The nightjar scratched a small mark in the sand, with the day and the hour, and covered it with a stone. Long afterwards, on the very morning on which the first bell of the heather opened, it tapped three times on the beetle's roof. It did not tap twice, and it did not tap four times, and it did not forget.

The third whisper was hardly one at all. It came from the wind, which had lost count of the trees. "Somebody should count them," said the wind, "but I always knock the numbers over." So the nightjar flew up, without a sound, and counted: the birches by the ditch, the pines on the hill, the one old oak that held the owl. Halfway through there was thunder, and lightning struck so near that the nightjar fell out of the air and did not know for a moment who it was. When it came to, it shook the rain from its wings and looked at its notes. There stood the birches, and there stood half of the pines. It did not begin again at the beginning. It flew to the next pine, and went on.

"One thousand two hundred and six," it told the wind at midnight. "I counted one of them in the dark and checked it when the lightning came back." The wind was pleased, and blew the clouds away as a payment.

Toward morning there were no whispers left. The pond was still, the beetle slept, the wind had gone to the sea. The nightjar went back to its branch and folded its wings, and little by little it became bark and dry fern again. Somebody came down the sandy road with a lantern and stopped. "Is anyone there?" they asked, quite softly.

The branch opened one eye.`;
