/** Headings and labels by which pages in many languages tell what is none of their content. */

/** Headings above links to other pages, in the languages of many sites. */
export const LEADS = alternatives([
  /(?:related|similar|recommended|popular|trending|featured|latest|recent|newest|further|other|most (?:read|popular|viewed|recent)|top|suggested|sponsored|more|keep|continue|next)\b.{0,30}\b(?:articles?|posts?|stories|story|topics?|threads?|discussions?|reading|news|products?|items?|recipes?|pages?|links|content|reads?|videos?|episodes?|questions?|courses?|jobs|homes|entries)\b.{0,25}/,
  /related(?: links| to this)?|linked|hot network questions/,
  /(?:you (?:may|might|could|'ll)|we found other|people|customers|readers|clients|members)\b.{0,25}\b(?:like|enjoy|enjoyed|love|interested|bought|viewed|purchased|read)\b.{0,25}/,
  /(?:more|read more|explore more|also) (?:from|in|on|by|like|about|at|for you)\b.{0,40}|read (?:more|next|also)|what to (?:read|try|watch) next|up next|recommended(?: for you)?|from (?:the web|our partners|around the web)/,
  /recently viewed|last viewed|see also our|editors?['’]?s?['’]? picks?|don['’]t miss|trending(?: now)?|popular(?: now)?/,
  /in this (?:article|section|page)|on this page|(?:table of )?contents|page contents|inhaltsverzeichnis|sommaire|índice/,
  /(?:filed under|posted in|tagged(?: with)?|tags|labels|categories|topics|archives?|search|primary sidebar|footer|schlagwörter)\b:?/,
  /mehr (?:zum thema|artikel|aus|von|lesen)\b.{0,40}|(?:auch|das könnte|dies könnte|lesen sie|weitere|ähnliche|verwandte|passend)\b.{0,60}|(?:kunden|andere)\b.{0,40}\b(?:kauften|gekauft|angesehen|interessiert)\b.{0,20}|zuletzt angesehen|meistgelesen/,
  /(?:à lire|lire aussi|sur le même|articles (?:similaires|liés|recommandés)|les clients)\b.{0,80}|vous aimerez.{0,30}/,
  /(?:artículos|noticias|productos|entradas|posts) (?:relacionad[oa]s|similares).{0,20}|(?:te puede|también te|más noticias|lea también|lee también|también).{0,40}/,
  /(?:artigos|notícias|produtos|posts) (?:relacionados|semelhantes).{0,20}|leia (?:também|mais)|veja também|(?:articoli|potrebbe|leggi anche|altri articoli)\b.{0,40}/,
  /(?:lees ook|gerelateerd|meer over)\b.{0,40}|(?:czytaj (?:także|też|również)|zobacz (?:także|też)|podobne)\b.{0,40}|(?:читайте также|похожие|смотрите также).{0,40}|関連.{0,20}|おすすめ.{0,10}|人気.{0,10}|相关.{0,10}|推荐.{0,10}/,
]);
/** Headings above what is said of the author or the site, and above forms. */
export const SAYS = alternatives([
  /about (?:the )?authors?|meet the author.{0,30}|written by.{0,40}|follow us.{0,25}|connect with (?:us|me).{0,20}|stay (?:connected|in touch|informed)/,
  /(?:subscribe|sign up)\b.{0,60}|join (?:our|the) (?:newsletter|mailing|list).{0,30}|(?:our |the |get the |get our )?newsletter.{0,30}|get the latest.{0,40}/,
  /(?:leave|post|add|write) a (?:comment|reply|review)|(?:\d+ )?comments?(?: \(\d+\))?|\d+ (?:responses?|replies|thoughts? on\b.{0,80})|reader interactions|(?:join the )?discussion about this.{0,20}/,
  /was this (?:page|article|post|helpful).{0,30}|did this.{0,20}help.{0,20}|advertisement|sponsored(?: content| links)?|share(?: this| on| via|:|$).{0,20}|sharing is caring!?/,
  /kommentare(?: \(\d+\))?|teilen|commentaires(?: \(\d+\))?|partager|comentarios|compartir|reacties|комментарии|поделиться|评论.{0,6}/,
]);
/** Headings below which everything is somebody else's words or a form. */
export const TALK =
  /^(?:\d+ ?)?(?:comments?|leave a (?:comment|reply)|post a comment|reader interactions|kommentare|commentaires|comentarios|reacties|комментарии)\b/iu;

/** Short texts that are buttons and labels of the page, each the whole of its element. */
export const LABEL =
  /^(?:share(?: (?:this|on|via|full article).{0,20})?|tweet|pin(?: it)?|e-?mail|print|copy(?: link)?|save|like|reply|report|quote|permalink|embed|hide|next|prev(?:ious)?|(?:add|click) to (?:cart|bag|basket|wishlist|expand).{0,6}|buy now|click to expand\.{0,3}|facebook|twitter|linkedin|pinterest|whatsapp|reddit|telegram|instagram|advertisement|advertising|ad|sponsored|anzeige|werbung|publicité|publicidad|reklama|skip advertisement|skip to (?:the )?(?:main )?(?:content|navigation|footer)|back to (?:top|the top)|go to top|go (?:up|down)|print recipe|jump to (?:recipe|content|navigation|search|video)|(?:read|learn|show|see|view|load) (?:more|less|all)(?: ?[»›→….]*)?|continue reading.{0,10}|(?:weiter|mehr) ?lesen|lire la suite|leer más|ler mais|leggi tutto|lees (?:meer|verder)|читать далее|続きを読む|記事を読む|follow|subscribe|sign (?:in|up)|log ?in|register|loading\.{0,3}|menu|close|\d+ (?:shares?|likes?|comments?|replies|reviews?)|leave a comment|no comments|logged|edit|\[edit\]|search|filter|sort by.{0,12}|×|[|·•»«›‹→←]+)$/iu;

/** Details of members and posts in a thread, each the whole of its element. */
export const DETAIL = alternatives([
  /(?:join(?:ed)?(?: date)?|member since|registered|posts?|messages|threads|topics|location|from|reputation|rep power|reaction score|likes?(?: received| given)?|(?:given|received)?(?: ?thanks?)(?: given| received)?|mentioned|tagged|quoted|points|age|gender|karma)\s*:.{0,40}/,
  /(?:beiträge|registriert(?: seit)?|dabei seit|wohnort|inscription|localisation|mensajes|registrado|ubicación|messaggi|iscritto|berichten|lid geworden|сообщения|регистрация|откуда|posty|dołączył)\s*:.{0,40}/,
  /(?:new|junior|senior|active|regular|advanced|well-known|registered|full|gold|premium|elite) (?:member|user|poster)|newbie|(?:site |global |super )?(?:administrator|moderator|admin)|veteran|banned|thread starter|original poster/,
  /.{1,30} is (?:offline|online)|top|reply with quote|quick reply|multi-?quote.{0,20}|report post|share this post|link to post|post #?\d+|#\d+|.{1,80}\blikes? this\.?/,
]);

/** Matches texts that are wholly one of them. */
function alternatives(patterns: readonly RegExp[]): RegExp {
  return new RegExp(`^(?:${patterns.map(({ source }) => source).join("|")})$`, "iu");
}
