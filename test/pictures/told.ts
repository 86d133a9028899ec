/** Agents, schedules and words of the life that the pictures show. */

export const AGENTS = [
  {
    slug: "gardener",
    name: "Rosalind",
    role: "A patient gardener who knows the seasons.",
    instructions: "You look after the garden with Ada.",
    models: ["openai/gpt-6-luna"],
    color: "#6b8f3c",
  },
  {
    slug: "tutor",
    name: "Hypatia",
    role: "Explains until it is clear, then asks back.",
    instructions: "You teach by asking.",
    color: "#7a5fb0",
  },
];

export const SCHEDULES = [
  {
    kind: "cron",
    name: "Morning digest",
    text: "Write me a digest of what is new in my inbox.",
    cron: "30 7 * * 1-5",
  },
  {
    kind: "cron",
    name: "Garden round",
    text: "Look at the weather and tell me what the garden needs.",
    cron: "0 18 * * *",
    agent: "gardener",
  },
  { kind: "cron", name: "Week in review", text: "Sum up my week.", cron: "0 17 * * 5" },
];

export const HOOK = { name: "Alerts" };

export const CONVERSATIONS = [
  {
    said: "A name for a cat that sleeps all day?",
    answered: "**Morpheus**, or Morph when it is dinner time.",
  },
  { said: "Plan a weekend in Lyon for two", answered: "Saturday: the traboules. Sunday: the market." },
  { said: "What grows in the shade in March?", answered: "Lettuce, spinach and wild garlic." },
];

export const REMINDED = {
  said: "Remind me tomorrow to water the seedlings, please",
  text: "Water the seedlings",
  answered:
    "Done: I'll remind you tomorrow at this time. For the first two weeks:\n\n| plant | water | light |\n| --- | --- | --- |\n| tomatoes | every second day | south window |\n| basil | daily, a little | kitchen |\n| lettuce | every day | half shade |\n\nKeep the soil moist, never wet.",
};

export const ASKED = {
  said: "And which pots shall I buy?",
  question: "How many seedlings do you want to keep?",
  options: ["About ten", "Twenty or more", "I don't know yet"],
};
