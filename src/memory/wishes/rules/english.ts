/** English rules. */
import type { WishRules } from "./rules.ts";

/** Verbs of what an agent does for somebody: other orders are about the world. */
const VERB =
  "(?:answer|reply|respond|write|use|give|show|tell|say|speak|talk|call|address|ask|explain|include|add|put|start|begin|end|finish|keep|format|list|cite|quote|mention|skip|avoid|omit|leave|suggest|recommend|propose|translate|summari[sz]e|convert|round|check|double-check|verify|remind|warn|state|name|limit|stick|assume|sugarcoat|apologi[sz]e|repeat|interrupt|make|provide|offer|send|display|highlight|mark|number|sort|describe|spell|refer|treat|sign|greet|draft|confirm|wait|consider|calculate|compare|link|source|correct|reveal|advise|discuss|point|remember|search|look|read|respect|follow|try to|let me|feel free|lecture|flatter|praise|contradict|challenge|push|work|think|open|close|schedule|book|order|plan|present|label|pick|choose|do|be)";
const STYLE =
  "(?:emojis?|smileys?|bullet points?|bullets|lists?|tables?|headings?|headers?|jargon|exclamation marks?|apolog(?:y|ies)|disclaimers?|caveats?|small talk|compliments?|praise|flattery|markdown|puns?|jokes?|metaphors?|intro(?:duction)?s?|summar(?:y|ies)|links?|semicolons?|abbreviations?|acronyms?|adverbs?|filler\\w*|buzzwords?|advice|hashtags?|capitals|bold|italics|spoilers?|lectures?|passive voice|slang|cliches?|platitudes?|em dashes|footnotes?|follow-up questions?|pleasantries|repetitions?|code comments?)";
const TEXTS =
  "(?:answers|replies|responses|explanations|messages|summaries|translations|suggestions|emails|texts)";
const TEXT = "(?:answer|reply|response|explanation|message|summary|translation|suggestion|email|text|recipe)";
const START = "(?:^|[,:;–—-] |\\b(?:so|please|just) )";
const ALWAYS = "(?:always|never ever|never|only ever|under no circumstances)";
const SAYING =
  "(?:ask|mention|say|write|send|talk|speak|want|need|tell|give|show|paste|post|share|upload|request|bring up|describe|complain|type|quote|ever|use|start|forget|look for|wonder)";

export const ENGLISH: WishRules = {
  opener:
    /^(?:(?:please|and|but|so|also|oh|ok|okay|well|hi|hey|hello|thanks|just|then|now|btw|by the way|note|ps|remember|quick note|yes|no|sorry|or)[,:!]? +)+/,
  foreign:
    /(?<!\bi )(?<!\bwe )\b(?:said|says|writes|wrote|told (?:me|us|him|her|them)|tells (?:me|us|him|her)|states|claims|insists|taught (?:me|us)|asked (?:me|us)|asks (?:me|us)|wants? (?:me|us|him|her|them)|wanted (?:me|us)|expects? (?:me|us)|made me|sings|sang|according to|used to)\b|^(?:imagine|suppose|pretend|what if|let's say|let us say|once upon|picture)\b|^(?:in|for) (?:my|the|a|our|this|his|her) (?:novel|story|book|film|movie|game|play|poem|song|scene|dream|contract|manual|company|school)\b|\b(?:story|novel|poem|song|character|movie|scene|dialogue|robot|joke|tale|essay|speech) (?:\w+ )?(?:who|whose|where|about|called|titled|that|in which)\b|^(?:please )?(?:explain|tell me|describe|discuss|show me|say)(?: to me)? (?:why|how|what|whether|when|if|who|which|the reason)\b|\bif i (?:were|was|could|had|always|never)\b/,
  once: /\b(?:today|tonight|tomorrow|yesterday|this time|for now|right now|just now|just this once|for once|yet|for the moment|at the moment|until (?:then|\w+day|i\b)|next (?:week|month|time)|this (?:one|essay|message|answer|reply|task|text|e-?mail|file|question|chat|conversation|thread|week|month|morning|evening|afternoon|document|project|article|letter|paragraph|chapter|trip|picture|list|summary|code|function|poem|story)|(?:the|that|this) (?:\w+ )?(?:one|option|version)\b|on (?:mon|tues|wednes|thurs|fri|satur|sun)day\b(?!s))/,
  question:
    /^(?:why|how|what|who|whom|whose|which|where|is|are|does|did|was|were|has|should|am|shall|have (?:you|i|we)|do (?:you|i|we|they)|would you rather|isn't|aren't|don't (?:you|they|we))\b/,
  request: /^(?:can|could|would|will) you (?:please |kindly |maybe )*/,
  lasting:
    /\b(?:from (?:now|here|today|this point|this day) on(?:wards?)?|going forward|moving forward|in (?:the )?future|in all future \w+|for all future \w+|henceforth|hereafter|for the future|as of (?:now|today)|starting (?:now|today))\b[,:]?/,
  order: new RegExp(
    `^(?:(?:please|only|just|also|always|never|then|kindly) )*(?:${VERB}\\b|don't\\b|do not\\b|no\\b|stop\\b)|^i (?:always |only |really )?(?:want|need|expect|would like|'d like|prefer)\\b|^i'd (?:like|rather|prefer)\\b|\\byou (?:should|must|may|can|are to|have to|need to|will)\\b|^let's (?:speak|talk|write|use)\\b`,
  ),
  noun: new RegExp(
    `^(?!(?:i|he|she|it|we|they|there|the|my|our|nobody|everybody|this|that)\\b).*\\b(?:${TEXTS}|${TEXT}|please|only|code|units|${STYLE})\\b`,
  ),
  standing: new RegExp(
    [
      `(?:${START}|^(?:please )?${VERB}\\b[^,.!?]{2,60} and )${ALWAYS} (?:please )?(?!mind\\b|again\\b|be (?:sure|afraid)|give up|stop\\b|look back|say never)${VERB}\\b`,
      `\\b(?:you to|remember to|be sure to|try to|need to) ${ALWAYS} \\w`,
      `\\byou (?:should|must|have to|need to|are to|may|can|will) ${ALWAYS} ${VERB}\\b`,
      `\\bthat you ${ALWAYS} ${VERB}\\b|\\b(?:make|be) sure you ${ALWAYS} ${VERB}\\b`,
      `^(?:please )?(?:only )?(?!do |be |let )${VERB} (?:me )?(?:${ALWAYS}|every time|each time)\\b`,
      `^(?:please )?(?!tell |explain |show |describe )${VERB} [^,?]{2,80} (?:always|every time|each time|at all times)[.!]*$`,
      `\\b(?:appreciate it|great|nice|good|glad|grateful|lovely|helpful) if you (?:could |would )?${ALWAYS}\\b`,
      `^(?:please )?(?:(?:don't|do not) )?(?!tell |explain |show |describe )${VERB}\\b[^?]{2,120}, (?:always|every time|each time)[.!]*$`,
      `\\b(?:don't|do not)(?: you)?(?: dare)? ever (?!be afraid|give up|stop\\b)${VERB}\\b|^(?:please )?(?:don't|do not) ${VERB} .*,? ever[.!]*$`,
      `\\b(?:want|need|'d like|would like|expect) you to ${VERB}\\b.*\\b(?:always|every time|each time|at all times)\\b`,
      `^${ALWAYS} (?!mind|again|been|had|seen|a\\b|the\\b|is\\b|happy)\\w+(?: \\w+){0,3},? please[.!]*$`,
    ].join("|"),
  ),
  manner: new RegExp(
    [
      `^(?:please |only )*${VERB} .*\\b(?:your|all(?: of)?(?: your| future)?|any of your) (?:\\w+ )?${TEXTS}\\b`,
      `^(?:please |only )*${VERB} .*\\b(?:each|every)(?: \\w+)? ${TEXT}\\b`,
      `^(?:please |only )*${VERB} .*\\bin (?:all|every one of) (?:our|my) (?:conversations|chats|talks)\\b`,
      `^(?:please )?stop (?:apologi[sz]ing|using|asking me|calling me|repeating|saying|adding|starting|ending|writing|telling me|suggesting|recommending|quoting|reminding|sugarcoating|giving me|being so|interrupting|lecturing|flattering|assuming|explaining|translating)\\b`,
      `^no(?: more)? (?:\\w+ )?${STYLE}\\b`,
      `^(?:please )?(?:don't|do not) ${VERB} .*(?:\\b${STYLE}\\b|unless i ask|\\byour (?:feedback|answers|replies|opinion)|\\bthe (?:words?|phrase|term|expression)\\b|\\bme (?:sir|madam|buddy|mate|honey|dear|names)\\b)`,
      `^please (?:don't|do not) (?:use|suggest|recommend|propose|mention|call me|write|ask me|offer|include|add|quote|repeat|explain|assume|lecture|moralise|flatter|apologi[sz]e|interrupt|start|end)\\b(?! (?:it|this|that|these|those|the|him|her|them|to)\\b)`,
      `^(?:please )?avoid (?:using )?.*(?:\\b${STYLE}\\b|\\bin (?:everything|anything|all|your|my)\\b|\\bwhen you\\b)`,
      `^(?:be|stay) (?:brief|concise|blunt|honest|direct|formal|informal) (?:with me|when you)\\b`,
    ].join("|"),
  ),
  naming:
    /(?:^|[Pp]lease |[Yy]ou (?:can|may|should) |[Jj]ust |[,:] )(?:[Cc]all|[Aa]ddress) me (?:as |by |with )?(?!Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Back|Tomorrow|I\b)(?:\p{Lu}|captain|boss|by my|your )/u,
  preference: new RegExp(
    [
      "(?<!\\b(?:if|when|because|whether|that) )\\bi(?:'d|'ll| would)?(?: (?:really|much|strongly|generally|usually|always|personally|definitely|just|still|far|also|mostly|tend to|clearly|very much|would))* prefer\\b(?! (?:not to\\b|that\\b|this\\b|it there|(?:the|your) (?:first|second|third|former|latter|last|other|idea)))",
      "\\bi(?:'d| would)(?: much| far)? rather (?:you|have|see|get|read|be told|know|use|hear|talk|write)\\b(?! (?:that|this|it)\\b)",
      "\\bi (?:\\w+ )?(?:like|love|appreciate|enjoy|hate|dislike) it (?:when|if) you\\b|\\bi can(?:'t|not) stand it when you\\b",
      "\\bi (?:really |absolutely |just )*(?:don't like|do not like|hate|dislike|can't stand|cannot stand|loathe|detest)(?! (?:this|that|it|him|her|them|you|the|your|to|what|how|when)\\b)",
      "(?<!\\b(?:if|when|because|whether|that|would|what|things|people|one|place) )\\bi (?:really |also |usually |generally )?(?:like|value|favour|favor)(?! (?:the|your|you|this|that|it|how|him|her|them|what|to|a|an)\\b) ",
      "\\bi (?:really |usually )?like to (?:see|get|have|read|hear|know|be told)\\b",
      "\\bmy (?:strong )?preference is\\b|\\bi'm more of a\\b|\\bi always want (?:to see|to know|to have|the|a)\\b",
      "\\bi never want (?:to see|to read|to hear) (?!that|this)",
    ].join("|"),
  ),
  when: new RegExp(
    `((?:\\b(?:whenever|every time|each time|any ?time|always when|as soon as)(?: that)? (?:i|we)\\b|(?<!\\b(?:even|ask|know|asking) )\\b(?:when|if) i (?:ever )?${SAYING}\\b)(?!.{0,20}\\b(?:not|don't)\\b)[^,.!?]{0,120}?)(?=[,.!?]|$| (?:always|never|please|just|then)\\b)`,
  ),
  lift: /\byou (?:no longer (?:have|need) to|don't (?:have|need) to .* any ?(?:more|longer)|needn't .* any ?more|can .* again|may .* again)\b|^(?:forget|ignore|scrap|drop) (?:my (?:wish|rule|request|instruction)|what i said) (?:about|on)\b/,
};
