/** Spanish crisis wording. */
import type { Wording } from "./wording.ts";

export const SPANISH: Wording = {
  certain: [
    /\b(?:me quiero|quiero|voy a|pienso|me voy a|necesito) (?:\w+ ){0,1}(?:morir(?:me)?|matar(?:me)?|suicidar(?:me)?|ahorcar(?:me)?|cortarme las venas|hacerme dano|acabar con (?:todo|mi vida)|quitarme la vida|tirarme)(?![a-z])(?! de )/,
    /\b(?:ya )?no (?:quiero|puedo) (?:seguir )?(?:viviendo|vivir|despertar|estar aqui|existir)(?: mas)?\b/,
    /\b(?:ojala (?:estuviera muert[oa]|no despertara)|preferiria estar muert[oa])\b/,
    /\b(?:estarian|estaran) mejor sin mi\b/,
    /\bme (?:he tomado|tome) (?:todas|demasiadas|\d+) (?:las |mis )?(?:pastillas|pildoras)\b/,
    /\bme (?:corto|estoy cortando|he cortado) (?:los brazos|las venas|otra vez)\b/,
    /\b(?:el|mi \w+) me (?:esta pegando|esta ahogando|va a matar)\b/,
    /\bmi carta de despedida\b/,
  ],
  possible: [
    /\bsuicid/,
    /\b(?:matarse|ahorcarse|cortarse|hacerse dano|quitarse la vida|quitarme la vida)\b/,
    /\b(?:quiere|queria|quise) (?:\w+ )?(?:morir(?:se)?|matarse|morirme)\b/,
    /\b(?:no puedo mas|ya no aguanto|no tiene sentido vivir|sin ganas de vivir)\b/,
    /\bme (?:pega|amenaza|violo|maltrata)\b/,
    /\bsobredosis\b/,
  ],
  harmless: [
    /\b(?:morir(?:me)?|muero|murio|muerto|muerta) de (?:risa|hambre|sed|sueno|verguenza|calor|frio|ganas|aburrimiento)\b/g,
    /\bme (?:mata|matan|va a matar) (?:de risa|el (?:calor|trabajo|lunes)|este (?:calor|trabajo))/g,
    /\b(?:este|esta|el|la) \w+ me (?:mata|va a matar)\b/g,
    /\b(?:no|nunca|jamas) (?:me )?(?:quiero|voy a|pienso|queria) (?:morir(?:me)?|matarme|suicidarme|hacerme dano)\b/g,
    /\b(?:camus|sartre|cioran|durkheim|schopenhauer|sisifo|hamlet|werther|socrates|unamuno)\b.{0,120}/g,
    /\b(?:novela|pelicula|cancion|poema|personaje|episodio|capitulo|opera|libro)\b.{0,100}\b(?:suicid\w*|se mata|muere|morir)\b/g,
    /\bmatar el (?:tiempo|rato)\b/g,
    /\bno puedo mas de (?:risa|llen[oa])\b/g,
  ],
  past: /\b(?:hace (?:\w+ ){1,2}(?:anos|meses)|antes|en aquella epoca|cuando era|el ano pasado)\b/,
};
