/** English crisis wording. */
import type { Wording } from "./wording.ts";

const I = "\\b(?:i|im|i'm|i am|ive|i've|i have|id|i'd|i will|i'll|ill)\\b";
const WANT =
  "(?:want|wanna|need|plan|planning|going|gonna|about|ready|tempted|decided|will|try|trying|am going)";

export const ENGLISH: Wording = {
  certain: [
    new RegExp(
      `${I}.{0,25}\\b(?:${WANT})\\b.{0,20}\\b(?:kill|hurt|harm|cut|hang|shoot|poison|drown) ?(?:myself|my self|me)\\b`,
    ),
    new RegExp(
      `${I}.{0,25}\\b(?:${WANT})\\b.{0,12}\\b(?:to die|be dead|end my life|end it all|end it tonight|take my (?:own )?life|commit suicide|jump off|jump in front)\\b`,
    ),
    /\b(?:i wish i (?:was|were) dead|i wish i wouldn't wake up|i wish i could (?:just )?(?:not wake up|disappear forever))\b/,
    /\b(?:i don'?t|i do not|i dont|i no longer) (?:want|wanna) ?(?:to)? (?:live|be alive|be here|wake up|exist)\b(?! in)/,
    /\b(?:better off|easier) (?:for \w+ )?(?:if i (?:was|were) (?:dead|gone)|without me)\b/,
    /\bi(?:'ve| have)? (?:just |already )?(?:took|taken|swallowed) (?:all|too many|a lot of|\d+|the whole) ?(?:of )?(?:my |the |these )?(?:\w+ )?(?:pills|tablets|bottle|meds)\b/,
    /\bi(?:'ve| have)? (?:just )?(?:cut|cutting|am cutting|'m cutting) (?:myself|my (?:wrists?|arms?))\b/,
    /\bi(?:'m| am) (?:on|standing on) the (?:bridge|roof|ledge|tracks)\b/,
    /\bi(?:'m| am)? ?(?:going to|gonna|will) (?:kill|stab|shoot) (?:him|her|them|my \w+) (?:tonight|tomorrow|now|with)\b/,
    /\b(?:he|she|my \w+) (?:is|'s) (?:beating|hitting|choking|going to kill) me\b/,
    /\b(?:this is my goodbye|goodbye forever|my suicide note|i wrote my (?:goodbye|suicide) (?:letter|note))\b/,
    /\bkms (?:tonight|today|now)\b/,
    /\bi (?:\w+ )?wanna (?:\w+ )?die\b/,
  ],
  possible: [
    /\bsuicid(?:e|al)\b/,
    /\b(?:kill|hurt|harm|cut|hang|shoot)(?:ing|s)? (?:my|your|him|her|them)sel(?:f|ves)\b/,
    /\bself[- ]?harm/,
    /\b(?:want(?:s|ed)?|wish(?:es|ed)?) (?:to|she|he|they|i) ?(?:was|were|could)? ?(?:to )?(?:die|dead|be dead)\b/,
    /\b(?:no reason|nothing left|not worth) (?:to live|to go on|living|for me)\b/,
    /\b(?:can't|cannot|cant) (?:go on|take it any ?more|do this any ?more|keep going)\b/,
    /\b(?:end(?:ed)? (?:my|his|her|their) (?:own )?life|end it all|took (?:his|her|their) own life)\b/,
    /\b(?:hits|beats|hit|beat|raped|abused|threatens|threatened) (?:me|her|him)\b/,
    /\boverdos(?:e|ed|ing)\b/,
    /\bnobody would (?:miss me|notice if i)\b/,
    /\bi(?:'ve| have)? been raped\b/,
    /\b(?:i|gonna|going to|will) (?:\w+ )?(?:kill|stab|shoot) (?:him|her|them|everyone)\b/,
    /\bkms\b/,
  ],
  harmless: [
    /\b(?:is|are|was|were|'s|'re) (?:\w+ ){0,2}(?:killing|the death of) me\b/g,
    /\b(?:could|would|i'd|i would) kill for\b/g,
    /\b(?:dying|die) (?:to (?:know|see|hear|try|go|meet|tell|ask|eat)|for a|of (?:laughter|boredom|embarrassment|shame|curiosity)|laughing)\b/g,
    /\b(?:nearly|almost|just|literally|could have) died? (?:of )?(?:laughing|laughter|embarrassment|boredom|inside)\b/g,
    /\bkill(?:ing|ed)? (?:it|time|the (?:lights?|engine|mood|process|server)|two birds|a bottle|an? hour)\b/g,
    /\b(?:don't|do not|dont|didn't|never|not|no|won't|wouldn't|would never|isn't|wasn't) (?:\w+ ){0,3}(?:want(?:ed)? to die|wanna die|kill(?:ing)? my ?self|hurt(?:ing)? my ?self|harm(?:ing)? my ?self|cut(?:ting)? my ?self|end my life|suicidal|to kill my ?self|a suicide)\b/g,
    /\bsuicide (?:squad|doors?|drinks?|by (?:words|carbs)|inc|burrito|run|club in)\b/g,
    /\b(?:only (?:one )?(?:really )?serious philosophical (?:problem|question))\b.{0,60}/g,
    /\b(?:camus|sartre|cioran|durkheim|schopenhauer|werther|plath|hemingway|virginia woolf|sisyphus|hamlet|romeo|juliet|socrates|seneca)\b.{0,120}/g,
    /\b(?:novel|film|movie|song|lyrics?|play|poem|character|episode|chapter|scene|opera|game)\b.{0,100}\b(?:suicide|kill(?:s|ed)? (?:him|her|them)sel(?:f|ves)|dies?|wants to die)\b/g,
    /\b(?:essay|seminar|paper|lecture|debate|article|statistics|history) (?:about|on|of) (?:\w+ )?suicide\b/g,
    /\b(?:hurt|cut|hit|kicked|embarrass(?:ed)?) myself (?:shaving|cooking|chopping|in the kitchen|at (?:football|training|the gym|work)|slicing|on (?:paper|a))\b/g,
    /\bcut (?:my ?self|me) (?:some slack|short|off|a (?:slice|piece))\b/g,
    /\b(?:shoot|kick|hit) myself (?:in the foot|for (?:not|having|saying))\b/g,
    /\bif i have to (?:\w+ ){1,6}(?:again|one more time|once more)[^.!?]{0,20}(?:kill|shoot|die|hang)[^.!?]{0,20}/g,
    /\bi(?:'ll| will|'m gonna|'d)? (?:kill|murder|strangle) (?:him|her|them|my (?:brother|sister|boss|cat|dog|roommate))(?: if (?:he|she|they)[^.!?]{0,60})/g,
    /\b(?:kill|shoot) (?:him|her|them|everyone) (?:in|at|with) (?:the game|chess|call of duty|the boss fight|kindness|a penalty)\b/g,
    /\b(?:beats|beat|hits) (?:me|him|her) (?:at|in|to it|every time we play|by \d|with (?:a )?(?:serve|backhand))\b/g,
    /\b(?:beats|beat) me\b(?:[.!?,]| why| how)/g,
    /\b(?:can't|cannot|cant) (?:go on|keep going|take it any ?more) (?:like this at work|without (?:coffee|sugar|a drink)|holiday)\b/g,
    /\bwish i were dead (?:tired|drunk)\b/g,
  ],
  past: /\b(?:years? ago|months? ago|when i was|used to|back then|once|in my twenties|at that time|last year)\b/,
};
