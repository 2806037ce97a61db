/** BOOK-7: the words around a place's name that decide whether the address is in that place. */

const words = (text: string) => new Set(text.split(" "));

/** Street words after a name: in 'Kano Road', Kano is not a place. */
export const STREET_WORDS = words(
  "street str st strt steet stret streets road rd raod roads avenue ave av aven avn avenu way close cl clo crescent cres cresent crescents crsnt cr lane ln drive dr drv expressway expresswy exp expy expway exwy xpressway xway xpress express expressroad bypass byepass highway hwy carriageway boulevard blvd loop walk alley terrace ringroad motorway freeway mews turning path cul",
);
/** Words for a street between two towns: in 'Lagos Ibadan Expressway', neither name is a place. */
export const LONG_STREET_WORDS = words(
  "road rd raod expressway expresswy exp expy expway exwy xpressway xway xpress express bypass byepass highway hwy carriageway motorway freeway",
);
/** Words for a street that consist of two words. */
export const STREET_PAIRS = words(
  "express-way express-road xpress-way x-way bye-pass by-pass high-way dual-carriage dual-carriageway ring-road exp-way service-lane link-road free-way motor-way",
);
/** Words that can stand between a name and the street word: 'Lagos Old Road', 'Ikorodu Main Road'. */
export const STREET_QUALIFIERS = words(
  "old new main link access ring federal township service trunk a dual high state toll gate local village town city gra estate layout market station junction",
);
/** Words that may follow a place's name and do not change its meaning: 'Uyo town', 'Wuse zone 4', 'Song LGA'. */
export const PLACE_SUFFIXES = words(
  "town city metropolis metro gra lga lgas local government govt council municipal municipality area state zone phase district village main central north south east west northern southern eastern western extension ext nigeria ng capital territory township kingdom community lcda suburb axis environs proper headquarters hq campus site new old permanent temporary",
);
/** Words that begin the description of a spot in the place before them: 'Uyo opposite the bank'. */
export const PREPOSITIONS = words(
  "opposite opp near nr behind beside besides by off along after before adjacent adj at in inside within around beyond via beneath under tel phone mobile gsm no nos number plot house hse flat shop suite room block blk km from call attention attn please pls and postal postcode zip code po pmb box",
);
/** Words after which a name is only nearby, or not a place: 'road to Uyo', 'Emir of Kano'. */
export const NEAR_WORDS = words(
  "of to towards toward from near nr after before between opposite opp behind beside besides by off along facing via past around",
);
/** Words that always make the name before them a place: 'Irepodun LGA'. */
export const COUNCIL_WORDS = words("lga lgas local council lcda");
/** Titles of people: in 'Alhaji Musa Bauchi', Bauchi is a person. */
export const PERSON_TITLES = words(
  "mr mrs miss dr alhaji alh alhaja hajia haj mallam malam engr pastor rev prof barr barrister otunba attn attention",
);
/** Names that are no place in Nigeria, although they contain or resemble one: 'Niger Delta' is not Niger State. */
export const NO_PLACES =
  "Niger Delta|Niger Republic|Republic of Niger|Benin Republic|Republic of Benin|Bight of Benin|River";
