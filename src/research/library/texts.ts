/** Short texts about nightjars: the library of an instance without a key. */

export interface LibraryText {
  slug: string;
  title: string;
  text: string;
}

export const LIBRARY: readonly LibraryText[] = [
  {
    slug: "european-nightjar",
    title: "The European nightjar",
    text: "The European nightjar is a bird of dusk and dawn. It is 26 to 28 cm long and weighs 65 to 100 g. Its scientific name is Caprimulgus europaeus. Carl Linnaeus described it in 1758. Its plumage looks like bark and dead leaves, so a resting bird is hard to see. Males have white patches on wings and tail; females have none.",
  },
  {
    slug: "song",
    title: "Song of the nightjar",
    text: "The male nightjar churrs from a branch at night. A churr may last ten minutes and holds about 1,900 notes a minute. In flight the male claps its wings over its back. The song is heard from May to July, most at dusk and before dawn. It carries about 600 m on a still night.",
  },
  {
    slug: "nesting",
    title: "Nesting of the nightjar",
    text: "The nightjar does not build a nest. The female lays two eggs on bare ground, often beside dead wood. She sits by day, and the male takes over for a while at dusk. The eggs hatch after 17 to 18 days. The young fly when they are 16 to 17 days old. A pair may raise two broods in a year.",
  },
  {
    slug: "food",
    title: "Food of the nightjar",
    text: "Nightjars eat flying insects. Moths and beetles are most of their food. They hunt at dusk and dawn, when insects are in the air and light is left. The bill is short, but the gape is very wide, with stiff bristles around it. Nightjars drink by dipping to the water in flight.",
  },
  {
    slug: "migration",
    title: "Migration of the nightjar",
    text: "European nightjars spend the winter in Africa, south of the Sahara. Most leave Europe in August and September. They come back in late April and May. Birds from Britain were followed to the Congo by small loggers. They cross the Sahara at night and rest by day.",
  },
  {
    slug: "habitat",
    title: "Habitat of the nightjar",
    text: "Nightjars live on heaths, in open pine woods and on cleared ground with young trees. They need warm, dry soil and bare patches. Dense forest does not suit them. In Britain many live in plantations that were felled within the last fifteen years. They hunt over pastures and wet meadows up to 6 km from the nest.",
  },
  {
    slug: "threats",
    title: "Threats and protection",
    text: "Heaths that grow over with trees are lost to nightjars. Dogs off the lead and walkers flush sitting females, and crows then take the eggs. Fewer large insects mean less food. Grazing and felling keep heaths open. The IUCN lists the European nightjar as of least concern, but its numbers fall in parts of Europe.",
  },
  {
    slug: "counting",
    title: "Counting nightjars",
    text: "Nightjars are counted by their song. Two visits between May and July are usual, from sunset for an hour and a half. A survey of Britain in 2004 estimated 4,600 churring males. In 1992 there were 3,400. Each male is marked on a map, and songs heard at the same time are two birds.",
  },
  {
    slug: "name-and-legend",
    title: "Name and legend",
    text: "An old name of the nightjar is goatsucker. People believed that it took milk from goats at night. The scientific name Caprimulgus means goat milker. Aristotle wrote of the belief already. The birds come to goats because insects gather around them. The English name nightjar comes from the jarring sound of its song.",
  },
  {
    slug: "eyes",
    title: "Eyes of the nightjar",
    text: "Nightjars have large eyes with a layer that throws light back, called the tapetum. It lets the retina use the light twice. In the beam of a torch the eyes shine red. A resting nightjar closes its eyes to a slit, so that they do not give it away. They do not use echoes to find their way, unlike the oilbird.",
  },
  {
    slug: "family",
    title: "The family of nightjars",
    text: "The nightjars are a family of about 98 species. They live on all continents but Antarctica. The common poorwill of North America can stay torpid for weeks in winter. The standard-winged nightjar of Africa grows two wing feathers of 50 cm for its display. The nearest relatives of nightjars are potoos, frogmouths and the oilbird.",
  },
  {
    slug: "watching",
    title: "Watching nightjars",
    text: "Go to a heath on a warm, still evening in June. Be there at sunset and stay on the path. Listen for the churr, which begins about 30 minutes after sunset. Do not play recordings: males leave their place to answer. A white cloth that is waved may bring a curious male near. Keep dogs on the lead.",
  },
];
