/** What made documents are put together from: per kind its titles, sentences with gaps, and what may be asked of it. */

export interface DocumentKind {
  folder: string;
  title: string;
  lines: readonly string[];
  /** One of the lines in which the answer stands, and a question in other words. Both name the gap `subject`. */
  asked: { line: string; question: string };
}

export const GAPS: Record<string, readonly string[]> = {
  person: words(
    "Petra Tomas Ines Karol Hana Mateo Ruth Oskar Leila Bruno Sanna Viktor Amira Jonas Celia Dmitri Noor Pavel Greta Hugo Mina Rafael Sofie Teun",
  ),
  place: words(
    "Rotterdam Graz Lyon Porto Gdansk Turin Aarhus Cork Bilbao Leipzig Malmo Ghent Basel Tartu Split Vigo Nantes Brno",
  ),
  system: words(
    "billing gateway scheduler archive mailer search-index warehouse ledger reporting ingest catalogue identity invoicing telemetry payroll",
  ),
  part: words(
    "disk certificate queue replica cache router backup firewall cluster proxy volume database pump valve belt sensor",
  ),
  goods: phrases(
    "oak shelves|steel brackets|printer paper|ceramic tiles|copper pipe|office chairs|LED lamps|rain jackets|garden hoses|coffee beans|bike locks|wall paint|hand towels|water filters",
  ),
  month: words("January February March April May June July August September October November December"),
  weekday: words("Monday Tuesday Wednesday Thursday Friday"),
  amount: words("140 275 318 460 590 720 845 1,120 1,480 2,050 3,600 4,975"),
  number: words("3 4 6 7 9 11 12 14 16 18 21 24 28 30 36 45 60 72 90"),
  version: words("1.4 2.0 2.7 3.1 3.9 4.2 5.0 6.3"),
  colour: words("green grey ochre navy white rust teal sand"),
};

/** Halves of a name that only one document has. */
export const NAME_STARTS = words(
  "Alder Birch Cedar Delta Ember Fjord Garnet Harbor Indigo Juniper Kestrel Lagoon Maple Nimbus Onyx Pebble Quartz Ridge Saffron Tundra Umber Velvet Willow Xenon Yarrow Zephyr Basalt Comet Dune Elder Falcon Glacier Heron Iris Jasper Kelp Lotus Mesa Nova Opal",
);
export const NAME_ENDS = words(
  "field gate works point bridge light stone brook mark line port crest way watch vale yard shore wick ford house hill mill side view land fall run bank hall loom rock star tide wood wind bay dale nest core path spring",
);

export const KINDS: readonly DocumentKind[] = [
  {
    folder: "runbooks",
    title: "Runbook: {subject} {system}",
    lines: [
      "Check the {part} first: when its load stays above {number} percent for more than {number} minutes, the {system} stops taking requests.",
      "Restart the {system} service on the standby node, then move traffic back once the health page is green.",
      "Logs are kept for {number} days on the {part} host in {place}.",
      "If the alarm comes at night, call {person}; during office hours write to the channel of the {system} team.",
      "Never delete a {part} by hand: the nightly job removes what is older than {number} days.",
      "A full {part} shows itself by slow answers and by error 503 at the load balancer.",
      "After the repair, note the time of the outage and open a ticket for the review on {weekday}.",
      "To check that the server is awake, open the status page in a new tab; a good answer comes in under {number} milliseconds.",
    ],
    asked: {
      line: "The certificate of {subject} is renewed by {person} every {number} weeks, from the vault in {place}.",
      question: "who takes care of the {subject} certificate?",
    },
  },
  {
    folder: "minutes",
    title: "Minutes of the {subject} meeting, {weekday} {number} {month}",
    lines: [
      "Good morning and welcome: {person} opened the meeting and thanked everybody for coming.",
      "{person} reported that the {system} work is {number} days late because the {part} had to be replaced.",
      "The team agreed to move the release to {weekday} and to tell the customers in {place} today.",
      "Action: {person} reminds the supplier about the {goods} and calls again tomorrow if there is no answer.",
      "The budget for {month} is spent up to {amount} euros; {person} asks for a new estimate.",
      "There was a long talk about the weather in {place} and whether the outdoor event can take place.",
      "{person} suggested a shorter weekly round, standing up, with one question for each person.",
      "The next meeting is on {weekday} at half past nine; {person} brings breakfast.",
    ],
    asked: {
      line: "It was decided that {subject} gets a second phase, led by {person}, with {amount} euros.",
      question: "how much money did the second phase of {subject} get?",
    },
  },
  {
    folder: "mails",
    title: "Re: {subject}",
    lines: [
      "Good morning {person}, I hope you had a nice weekend and a safe way home.",
      "Just a friendly reminder that the invoice for the {goods} is due on {weekday}.",
      "Could you please call me back before noon? My number has not changed.",
      "Thank you very much for your quick help with the {part}, it saved us a day.",
      "I am in {place} until {weekday} and read mail in the evening only.",
      "Please find the offer attached; the price went up by {number} percent since {month}.",
      "Have a great day, and see you tomorrow at the station.",
      "Sorry for the late answer, I was ill and had to see the doctor twice.",
    ],
    asked: {
      line: "The parcel for {subject} was left with {person} in {place}, behind the {colour} door.",
      question: "where did they leave the {subject} parcel?",
    },
  },
  {
    folder: "contracts",
    title: "Agreement with {subject} Ltd",
    lines: [
      "The supplier delivers {goods} within {number} days of each order, free of charge to the site in {place}.",
      "Either party may end this agreement in writing with {number} days of notice to the end of a month.",
      "Invoices are paid within {number} days; after that an interest of {number} percent is owed.",
      "The customer keeps all drawings and recipes confidential for {number} years.",
      "Disputes go before the courts of {place}, and the law of the seat of the supplier applies.",
      "A delay by storm, strike or flood is nobody's fault, and the time limit is extended by its length.",
      "Damaged goods are to be reported by {weekday} of the week after delivery, with a picture.",
    ],
    asked: {
      line: "The penalty owed by {subject} for late delivery is {amount} euros a day, up to {number} days.",
      question: "what does {subject} have to pay when a delivery is late?",
    },
  },
  {
    folder: "manuals",
    title: "{subject} {version}: how to use it",
    lines: [
      "Fill the tank with cold water up to the mark and close the lid until it clicks.",
      "Hold the {colour} button for {number} seconds; the lamp blinks {number} times and a short sound plays.",
      "Do not wash the {part} in the dishwasher, and keep it away from children.",
      "Set the timer with the wheel: one turn is {number} minutes, and the alarm rings at the end.",
      "Boil water once without coffee before the first use, then pour it away.",
      "If the display stays dark, charge the battery for {number} hours with the cable in the box.",
      "Clean the filter every {number} weeks with a soft brush and a little vinegar.",
      "The volume is turned up and down on the left side; hold both keys to switch the light off.",
    ],
    asked: {
      line: "When {subject} shows error E{number}, the {part} is stuck: take it out and turn it by hand.",
      question: "what is wrong when {subject} reports an error?",
    },
  },
  {
    folder: "travel",
    title: "Trip to {place} for {subject}",
    lines: [
      "The train from {place} leaves on {weekday} at 7:{number} and needs {number} minutes longer than last year.",
      "{person} found a small hotel near the station with a view of the river and a good breakfast.",
      "It rained all afternoon, so the walk through the old town had to wait until {weekday}.",
      "Lunch was fish with potatoes at the harbour, {number} euros each, paid by {person}.",
      "The airport bus was full, and the way back took an hour because of the traffic.",
      "We met two customers who want {goods} before the end of {month}.",
      "The museum is closed on {weekday}; the lady at the door told us a joke about it.",
    ],
    asked: {
      line: "For {subject} we booked the hall beside the {colour} bridge, for {number} people.",
      question: "which hall was booked for {subject}?",
    },
  },
  {
    folder: "research",
    title: "Notes on {subject}",
    lines: [
      "The sample of {number} households was asked twice, in {month} and again half a year later.",
      "Heat moves slowly through dry sand, which is why the sensor has to lie {number} centimetres deep.",
      "The difference between both groups is small and goes away when age is taken into account.",
      "Earlier work from {place} found the opposite with a third of the data.",
      "A longer series is needed; {person} has applied for money until {month}.",
      "The model explains {number} percent of the variance, the water temperature most of it.",
      "Why the second peak comes at night is not known; the moon and the tides were ruled out.",
      "The word list has {number} entries in three languages, with a translation of each sentence.",
    ],
    asked: {
      line: "The probe of {subject} was lost in {place} in {month}, and {person} found it {number} days later.",
      question: "who found the lost probe of {subject}?",
    },
  },
  {
    folder: "policies",
    title: "House rules: {subject}",
    lines: [
      "Whoever leaves last switches off the lights and the heating and closes the windows.",
      "Days off are asked for {number} days ahead; {person} answers by {weekday}.",
      "A laptop that was lost is reported at once, by phone, also at night and at the weekend.",
      "Bills up to {amount} euros need one signature, all others two.",
      "Visitors sign at the desk and wear a {colour} badge while they are in the building.",
      "The kitchen is cleaned on {weekday}; what is in the fridge without a name is thrown away.",
      "Passwords have at least {number} characters and are never written in a mail.",
    ],
    asked: {
      line: "The key to the {subject} room hangs in the {colour} box; {person} holds the spare one.",
      question: "where is the key for the {subject} room?",
    },
  },
];

function words(text: string): string[] {
  return text.split(" ");
}

function phrases(text: string): string[] {
  return text.split("|");
}
