"""Abbreviations and translations of common words in typed lists. They apply to every ruleset and army.

Words for one ruleset or army list are `aliases` in its file.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from orbat.model import statements
from orbat.model.look_alikes import with_latin_letters

_SHORT_FORMS = """
battalion: bat battaglione batallon bn btn btln bttn batt bataillon battaglioni bataillone batallone batalion
battalion: bataliona
battalion: batalionov bataillonen батальон батальона батальонов
regiment: reggimento regimiento regt rgt reg rgmt regt. regiment reggimento
squadron: squadrone squadroni schwadron schwadronen escuadron escuadrone sqn sqdn escadron eskadron eskadronen
squadron: eskadrona
squadron: eskadronov эскадрон эскадрона эскадронов
battery: batteria bateria bie bty btry btty batterie batterien baterie батарея батареи
brigade: bde brigaden brigata brigada бригада
division: div divn divisione дивизия дивизионный
corps: corp korpus korps korp
brigadier: brig brigadegeneral brigadegenerale brigadechef brigadekommandeur brigadekommandant бригадный
infantry: fanteria infanteria inf infanterie infanteria пехота
cavalry: cavalleria caballeria cav cavalerie kavallerie kav reiterei кавалерия
field: fd fld feld
artillery: artiglieria artilleria artill arty art artillerie
light: leggera leggero leggeri ligera ligero lt leger legere leicht leichte
heavy: pesante pesanti pesada hvy hy lourd lourde schwer schwere
grenadier: granatiere granatieri granadero gren grens grenadiere
guard: gd gds grd garde guardia
general: gal generaux generalmajor generalleutnant brig-gen lieut-gen gen genl generale генерал maj-gen lt-gen majgen
commander: cmdr cdr comd chef commandant commanding kommandeur
line: ligne linie linien lin linea
foot: pied fuss
horse: cheval reitende reitend reiter
rifle: rifles rifled gez gezogen gezogener gezogenes rayee gezogenen rigate rigato gezogene buchsen
musket: gewehr gewehre
gun: geschutz geschutze kanone kanonen cannone cannoni
musket: muskets mousquet mousquets fusil fusils musketen musketes moschetti mosquetes
provisional: prov provis
royal: ryl
fusilier: fus fusr fusileer fusilleer
musketeer: mousquetaire mousquetaires musketier musketiere musk
engineer: ingenieur ingenieure pioneer pioneers pionieren zappatori genio pionier pioniere zapadores eng engr
engineer: engrs genie pioneeroffizier
sapper: sapeur sappeur sappeure
regular: reg'lar
hussar: husaren ussari husare huss
hq: qg stab stabe staebe hauptquartier
position: posn stellung
siege: belagerung belagerungs
fortress: festung forteresse
mountain: gebirg montagne
mounted: berittene beritten monte montee
cossack: kosaken kosake cosaque cosaques
egyptian: aegypter agypter aegyptisch egyptien egyptiens
tunisian: tunisien tunisiens tunesier
zouave: zuave zuaven
dragoon: dragoner dragon dragons drgn
cuirassier: kurassier kurassiere
uhlan: ulanen ulan uhlans
foreign: fremd etranger etrangere
legion: legione fremdenlegion
earthwork: feldbefestigung feldbefestigungen befestigung schanze schanzen retranchement retranchements erdwerk
earthwork: erdwerke feldschanze feldschanzen
pasha: pascha pacha
pontoon: ponton pontons
gun: rohr rohre geschutz geschutze
howitzer: haubitz haubitze haubitzen obusier obusiers obice obici
bashi-bazouk: bachi-bouzouk baschibosuk
kurdish: kurde kurden kurdes
tatar: tatare tataren tartare tartares
lancer: lancers lancieri lanceros
sharpshooter: scharfschutze scharfschutzen
pdr: pounder pfunder pfuender pfd livre lber libra libbra
"""


def word_set(words: str) -> frozenset[str]:
    """Split a text into a set of words."""
    return frozenset(words.split())


def _one_of(patterns: str) -> str:
    return f"(?:{'|'.join(patterns.split())})"


ABBREVIATIONS = {
    short: full
    for line in _SHORT_FORMS.strip().splitlines()
    for full, shorts in [line.split(": ")]
    for short in shorts.split()
}

GENERIC = word_set(
    "battalion regiment di del della der die das von of the a an and de la le du des et d l in with on for to at by "
    "its his i ii iii iv v vi unit x no company squadron as from or"
)
"""Words too general to distinguish one unit from another."""

NOUNS_OF_TROOPS = word_set("battery infantry cavalry artillery gun foot horse squadron brigade troop field rifle")
"""Words for types of troops. They do not distinguish regiments."""

MOUNTED_OR_NOT = word_set("horse foot light heavy field")
"""Words for troops of an arm that also describe guns."""

_COUNTING = """one un une|two deux|three trois|four quatre|five cinq|six|seven sept|eight huit|nine neuf|ten dix
|eleven onze|twelve douze"""
NUMBERS = {word: number for number, words in enumerate(_COUNTING.split("|"), start=1) for word in words.split()}

_FOREIGN_NUMBERS = """zwei due dos dva dve два две
|drei tre tres tri три|vier quattro cuatro chetyre четыре|funf cinque cinco
|sechs sei seis shest шесть|sieben sette siete|acht otto ocho|neun nove nueve|zehn dieci diez|elf undici once
|zwolf zwölf dodici doce"""
FOREIGN_NUMBERS = {
    word: number for number, words in enumerate(_FOREIGN_NUMBERS.split("|"), start=2) for word in words.split()
}
"""Foreign words for numbers. Recognised only before words for units or stands, or after a word for a class."""
SPELT_NUMBERS = FOREIGN_NUMBERS | NUMBERS
"""Words for small numbers, in several languages."""
NUMBER_WORDS = {word: number for word, number in NUMBERS.items() if number > 1} | {
    word: number for number, word in enumerate(statements.SPELT_NUMBERS, start=1) if 12 < number <= 16
}
ORDINALS = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
}
_FOREIGN_ORDINALS = """erste ersten erster premiere première prima primera
|zweite zweiten zweiter deuxieme deuxième seconda segunda
|dritte dritten dritter troisieme troisième terza tercera|vierte vierten vierter quatrieme quatrième quarta cuarta"""
FOREIGN_ORDINALS = {
    word: number for number, words in enumerate(_FOREIGN_ORDINALS.split("|"), start=1) for word in words.split()
}
"""Foreign ordinals. Recognised only before a word for a class."""
POSITIONS = word_set(
    "left right centre center reserve wing flank van vanguard rear main advance advanced guard body second first "
    "gauche droite aile link recht mitte flugel vorhut sinistra destra centro riserva izquierda derecha"
)
"""Words for the position of a formation, such as left. They are not names of generals."""
STANDS = (
    r"(?:stands?|standen?|sta?ende|stande|stuck|sts?|stds?|stnds?|bases?|bas|socles?|plaquettes?|basen|elemente?|basi|peanas?|"
    r"elements?|fig(?:ure)?s?)"
)
GUNS = (
    r"(?:guns?|gns?|gun models?|models?|pieces?|canons?|kanonen?|pezzi|cannoni|(?:[a-z]{3,12})?geschue?tze?n?|gesch|"
    r"modelle?n?|modeles?|canones|piezas|tubes?|mods?|rohre?|pdrs?)"
)
LENGTHS = r"(?:lengths?|sections?|strips?|l[a\xe4]e?ngen?|longueurs?)"
GENERALS = (
    r"(?:[a-z]*brigad\w*|[a-z]*gener[a\xe4]le?n?|generals|genls?|g[e\xe9]n[e\xe9]raux|[a-z]+st[a\xe4]be|"
    r"pas(?:ha|cha)s|pachas)"
)
"""Words for formations and generals that are counted."""
SAME_AGAIN = re.compile(
    r"\b(?:dit?to|dto|idem|likewise|desgl(?:eichen)?|ebenso|genauso|wie (?:oben|vor)|same (?:again|as \S+(?: \S+)?)|"
    r"(?:of|for|the) same|same(?= for| \d|\W*\Z)|(?<!\()as (?:above|before)|"
    r"pareil(?:le)?s?|de meme|la meme chose|comme ci-dessus)\b\.?|"
    r"(?:(?<=\s)[-\u2013]?(?:[\"\u201d\u201c\u201e\u3003]|''){1,2}[-\u2013]?(?:\s+|\Z))+",
    re.I,
)
"""Words and signs for the same size, class and weapons as those of the unit before."""
PRICE = r"(?:points?|pts?|cost|price|value)"
MEN = (
    r"(?:men|uomini|mann|hombres|cavaliers|reiter|sabres|sabers|bayonets|hommes|rank and file|troopers|strong|sabern?)"
)
POINTS = statements.POINTS
RATINGS = ("quality", "grade", "rating", "qual", "qualitat", "qualite", "qualita", "calidad")
EACH = (
    r"(?:each|ea|apiece|a piece|pce|"
    r"(?:an?|per|the) (?:regiment|battalion|bn|regt|unit|brigade|battery|bde)(?=\s*(?:[,;.)=-]|and\b|so\b|\Z))|"
    r"(?:je|pro) (?:btl|bataillon|rgt|regiment|brigade|batterie|einheit|stuck)\b|"
    r"par (?:unite|bataillon|regiment|brigade|batterie)\b|"
    r"(?<=points )piece|(?<=pts )piece|"
    r"chacune?|l'une?|chq|chac|je|ciascun[oa]?|cada uno|per unit|per battalion|per bn|per regt)"
)
SQUADRONS = _one_of(
    r"sqns? sqdns? squadron[ei]? squadrons escadrons? escuadron(?:es)? eskadron(?:s|en|a|ov)? schwadron(?:en)? "
    "эскадрон эскадрона эскадронов"
)
COMPANIES = _one_of(r"coys? compan(?:y|ies) compagnies? kompanien? companias? roty роты")
UNIT_NOUNS = _one_of(
    rf"b(?:attalio)?ns? baons? btlns? bttns? battalions? bataillon(?:s|en?)? battaglion[ei] batallon(?:es)? "
    "batalion(?:a|ov)? "
    rf"батальон батальона батальонов re?gts? regiments? regimenter reggiment[oi] regimientos? {SQUADRONS} "
    r"b(?:at)?te?r(?:y|ys|ies) btys? batteries batteri[ae]n? baterias? батареи units? "
    r"[a-z]{4,14}(?:regimente?r?|bataillone?n?|batterien?)"
)

TOTAL = (
    r"\b(?:summe|gesamt(?:summe|kosten|punkte)?|ges|zusammen|zus|insgesamt|together|endsumme|summa|ca fait|"
    r"soit|macht|ergibt|totale|somme|"
    r"grand[- ]total|"
    r"totals?|ttl|tot|totl|toatl|totla|in total|sum|altogether|all in|alles in allem|au total|en tout|"
    r"comes (?:out )?(?:to|at)|points used|total cost|overall|i get|i (?:make|reckon) (?:it|that|this)|"
    r"komm(?:e|en|t)(?: (?:ich|wir|man))?(?: so)? auf|(?:bin|sind|lande|landen|liege|liegen)(?: (?:ich|wir))? bei|"
    r"(?:j'|on |nous |je )?(?:arriv(?:e|ons)|tomb(?:e|ons)|mont(?:e|ons)|suis|sommes)(?: (?:pile|juste))? a(?= \d)|"
    r"all told|in all|all up|final|spent)\b"
)
SUBTOTAL = (
    r"\b(?:sub[- ]?totals?|zwischensummen?|sous[- ]?tota(?:ls?|ux)|on table|off table|brigade total|division total)\b"
)
LEFT_AFTER = (
    r"(?:pts |points )?(?:still )?(?:left over|leftover|left|unspent|remaining|remains?|to come|in hand|to spare|spare|"
    r"short|unused|over|under|to go|to spend|more|saved|not spent|not used|in the bank|free)\b(?!\W*\d)"
)
LEFT_BEFORE = (
    r"\b(?:reste?|left over|leftover|left|unspent|remaining|remainder|remains|need|spare|in hand|unused|leaving|leaves|"
    r"headroom|resto|avanzano|balance|saved|saving|restent|rimangono|bleiben|verbleiben|restan|quedan|sobran|"
    r"\u043e\u0441\u0442\u0430\u0442\u043e\u043a)"
)
LIMIT = (
    r"\b(?:limite?|max|maxi|partie a|grenze|cap|each to spend|settled on|maximum|obergrenze|ceiling|abgesprochen|"
    r"ausgemacht|vereinbart|erlaubt|abgemacht|out of|"
    r"game|agreed|army|budget|spielgrosse|"
    r"allowed|cap)\b"
)
PAGES = r"(?:pages?|p\.|seite|blatt|feuille|fiche|pagina|sheet|zettel|folio|cards?|karten?|cartes?|issue|heft|ausgabe)"
"""Words before the number of a page, a card or an issue."""
OFF_TABLE = r"\b(?:off[- ]?(?:table|board)|in reserve|reserve|flank march)\b"
ON_TABLE = r"\bon[- ]?(?:table|board)\b"
FREE = (
    r"(?:\bfree\b|\bich\)|\bbin ich\b|\bthe writer\b|\bspieler\b|\bjoueur\b|\(ich\)|\bkostenlos\b|\bnil points\b|"
    r"\bno points\b|\bbeing me\b|\bcosts? nowt\b|\byours truly\b|\bcosts? (?:me )?nothing\b|\bkostet nichts\b|"
    r"\bno (?:cost|charge|points)\b|\bthat'?s me\b|\bthat is me\b|\bme,|\bfor nothing\b|\bgratis\b|\bumsonst\b|"
    r"\bnowt\b|\bich selbst\b|\bgratuite?s?\b|\bmyself\b|\bmoi\b|= ?me\b|\bis me\b|\(me\)|"
    r"(?<![a-z]\. )\bplayer\b|\bi am\b|\bc\.?[- ]?in[-. ]*c\b|\bcommander[- ]in[- ]chief\b|\barmy general\b|"
    r"\barmy commander\b|\bcommanding general\b|\bgeneral en chef\b|\bgeneral commanding\b|[:=-] ?me\b|"
    r"\bplayed by me\b|\bas me\b|\boberbefehlshaber\b|\bcomandante in capo\b|\ben chef\b|\bsupreme commander\b)"
)
PLAYER = (
    r"\bthat'?s me\b|\bmyself\b|\bmoi\b|\bme\b|\bplayer|\bspieler\b|\bjoueur\b|\byours truly\b|"
    r"\bc\.?[- ]?in[-. ]*c\b|\bi am\b|\bich\b|"
    r"\bcommander[- ]in[- ]chief\b|\ben chef\b|\boberbefehl|\bcomandante in capo\b|\bthe writer\b"
)
"""Words that say that a general represents the player."""
I_AM = r"\b(?i:i am|i'm|io sono|ich bin|je suis|soy) ((?:[A-Z][\w'.-]*\s?)+)"
IS_ME = r"^(.*?)(?: = me| is me|=me)\b"
NOBODY = r"\b(?:nobody|no general|no commander|none|vacant|no one|not led)\b"
YES = frozenset({"y", "yes", "oui", "x", "ja", "true", "r"})
NO = frozenset({"n", "no", "non", "-", "", "nein", "false"})
MARKS = YES | {"\u2713", "\u2714", "\u221a"}
"""The contents of a cell that says yes."""
COLUMNS = {
    "formation": "formation brigade bde division parent group korps corps formationen verband grossverband "
    "commandement command kommando",
    "serial": "id ref line row ligne zeile lfd pos position item-no",
    "count": "qty count number no nr n quantity how-many units anzahl nombre nb qte quantite anz stuckzahl stuck stk "
    "stck menge nbre einheiten",
    "name": "unit name nom bezeichnung nome regiment battalion troops unite einheit truppe unidad unita designation "
    "benennung troupe quoi was what description item intitule squadron truppen "
    "who",
    "type": "type typ kind arm entry troop class-of-troop classification art waffe waffengattung arme role "
    "truppengattung truppenart truppentyp gattung categorie",
    "size": "stands stande size grosse starke taille bases guns models strength sts st socles basen figs stand modelle "
    "modell base socle figures figuren plaquettes elements modeles pieces elemente figurines geschutze canons",
    "men": "men strength-men effectives mann uomini hommes effectif effectifs",
    "rating": "class cl cls rating q quality grade klasse classe gute qualitat qualite kl qual qualitatsstufe "
    "stufe niveau",
    "option": "rifled rifles rifle weapon arms armed muskets musket wpn gewehr gewehre armes-rayees raye rayes rayees "
    "gezogen gez armes bewaffnung option options upgrade upgrades extras equipment armament ausrustung equipement "
    "opzioni weapons firearm firearms muskete musketen fusil fusils armement",
    "piece": "per-stand pkt/stand",
    "each": "each ea unit-cost per par je pro ep einzelpreis stuckpreis unitaire pu einzel einzelpunkte einzelkosten",
    "line": "pts points cout kosten preis betrag valeur sum total cost price punkte pkt summe gesamt tot prix gp ap "
    "gesamtpreis gesamtpunkte ext extended extension amount punktzahl montant pkte ges",
}
"""Usual words in the heads of columns, by role."""
COLUMN_VALUES = {
    "option": r"(?:rifle|smooth|musket|gezogen|gez\b|glatt|raye|lisse|minie|enfield|lorenz|percussion)",
    "type": r"(?:infanter|infantry|inf\b|cavalry|cavalerie|kavallerie|cav\b|kav\b|reiterei|artill|art\b|field gun|"
    r"foot\b)",
}
"""Words at the start of most cells of a column that show its role if its head is unclear."""
STAFF = (
    r"\b(?:generals?|gen|brigadiers?|command(?:er|ant|ing)?|staff|hq|stab|etat-major|players?|spieler|joueur|chef|pas(?:ha|cha)|"
    r"pacha)\b"
)
"""Words in the row of a general."""
STAFF_GROUP = (
    r"\W*(?:hq|stab|staff|etat[- ]major|command(?:er|ement)?|oberbefehl|oberkommando|ob|c[- ]?in[- ]?c|cic|army|armee|"
    r"generals?|generaux|qg|chef)\W*\Z"
)
"""The name of a group of troops that are in no formation."""

_COMPOUND = re.compile(
    r"([^\W\d_]{3,}?)(offi?z(?:ier)?|batt?erien?|bataillone?|regiment(?:er)?|geschutze?n?|kanonen?|kavallerie|"
    r"infanterie|artillerie|(?<=fuss)art|(?<=fuss)garden?|(?<=feld)art|(?<=reit)art|"
    r"reiter|brigadier|schanzen?|pfunder|jager|kosaken|husaren|dragoner|ulanen|grenadiere?|generale?|brigaden?|division|"
    r"musketen?|schutzen|(?<=s)st[a\xe4]be?)\Z"
)
"""A compound of a word and a noun of troops, such as `Feldbatterie`. The two are read as two words."""
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_ORDINAL = re.compile(r"([0-9]+)(?:st|nd|rd|th|er|re|eme|e|de|me)\Z")
_WORD = re.compile(r"[^\W_]+(?:-(?i:in-c)|['’][^\W_]+)?")


def without_accents(text: str) -> str:
    """Remove accents without changing the length of the text."""
    if text.isascii():
        return text
    return "".join(unicodedata.normalize("NFKD", sign)[0] if ord(sign) > 127 else sign for sign in text)


_UMLAUT = re.compile(r"(?<!q)([aou])e")
"""A German umlaut that is written with two letters, as in `Jaeger`."""
_MIN_UMLAUT = 5


def _without_umlauts(word: str) -> str:
    return _UMLAUT.sub(r"\1", word) if len(word) >= _MIN_UMLAUT else word


def column_key(head: str) -> str:
    """Write the head of a column in the same way as the names in `COLUMNS`: `Points each` becomes `points-each`."""
    plain = re.sub(r"(?<=[a-z])([aou])e(?=[a-z])|^([aou])e(?=[a-z])", r"\1\2", without_accents(head).casefold())
    return re.sub(r"[^a-z/]+", "-", plain).strip("-")


@lru_cache(1 << 14)
def normalised(word: str) -> str:
    """Normalise a word for comparison: lower case, in the singular, without accents. Abbreviations are written out.

    `ae`, `oe` and `ue` become `a`, `o` and `u`, like the umlauts. Look-alike letters of other scripts in a Latin word
    become Latin letters. An ordinal such as `3rd` becomes `#3`.
    """
    word = without_accents(with_latin_letters(word)).casefold().replace("’", "'").removesuffix("'s")
    word = word[2:] if word[:2] in ("d'", "l'") and len(word) > 3 else word.replace("'", "")
    if found := _ORDINAL.match(word):
        return f"#{int(found[1])}"
    if word in ORDINALS:
        return f"#{ORDINALS[word]}"
    if word in ABBREVIATIONS:
        return ABBREVIATIONS[word]
    if len(word) > 4 and word.endswith("ies"):
        word = f"{word[:-3]}y"
    elif len(word) > 2 and word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    return ABBREVIATIONS.get(word) or ABBREVIATIONS.get(plain := _without_umlauts(word), plain)


_CODE = re.compile(r"\b([A-Z]{1,2}R)\.? (?=\d{1,3}\b)")
"""The letters of a regiment's code, such as `IR 13`."""


@lru_cache(1 << 14)
def _parts_of(word: str) -> tuple[str, ...]:
    plain = without_accents(word).casefold().replace("\u00df", "ss")
    compound = _COMPOUND.match(_without_umlauts(plain)) if plain not in ABBREVIATIONS else None
    return tuple(normalised(part) for part in (compound.groups() if compound else (word,)))


@lru_cache(1 << 12)
def words_of(text: str) -> tuple[str, ...]:
    """Split a text into normalised words for comparison."""
    words = [part for word in _WORD.findall(_CAMEL.sub(" ", _CODE.sub(r"\1", text))) for part in _parts_of(word)]
    arms = NOUNS_OF_TROOPS | {"line", "light", "heavy"}
    for place, word in enumerate(words):
        if word != "brigadier":
            continue
        before, after = words[place - 1] if place else "", words[place + 1 : place + 3]
        if (
            before[:1] == "#"
            or before in arms
            or (after[:1] == ["de"] and arms.intersection(after))
            or after[:1] in (["light"], ["heavy"])
        ):
            words[place] = "brigade"
    return tuple(words)


LABELS = frozenset(
    words_of(
        "stand base gun size class rating quality weapon yes cost point price each unit value grade pt so that makes "
        "too donc likewise same apiece real model punkte punkt pkt klasse classe clase kl cl basis basen socle "
        "plaquette staende stuck stk musket je zu chacun prix preis kosten grosse taille starke all alle tous toutes"
    )
)
"""Labels before the numbers of a unit: `size: 12`."""
