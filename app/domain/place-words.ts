/** The words around the name of a place that say whether the name is the place of an address (BOOK-7). */

const words = (text: string) => new Set(text.split(" "));

/** 'Kano Road' is no place. */
export const STREET_WORDS = words(
  "street str st strt steet stret streets road rd raod roads avenue ave av aven avn avenu way close cl clo crescent cres cresent crescents crsnt cr lane ln drive dr drv expressway expresswy exp expy expway exwy xpressway xway xpress express expressroad bypass byepass highway hwy carriageway boulevard blvd loop walk alley terrace ringroad motorway freeway mews turning path cul",
);
/** The streets between two towns: 'Lagos Ibadan Expressway' names two that are no place. */
export const LONG_STREET_WORDS = words(
  "road rd raod expressway expresswy exp expy expway exwy xpressway xway xpress express bypass byepass highway hwy carriageway motorway freeway",
);
/** Two words for a street. */
export const STREET_PAIRS = words(
  "express-way express-road xpress-way x-way bye-pass by-pass high-way dual-carriage dual-carriageway ring-road exp-way service-lane link-road free-way motor-way",
);
/** Between the name and the word for the street: 'Lagos Old Road', 'Ikorodu Main Road'. */
export const STREET_QUALIFIERS = words(
  "old new main link access ring federal township service trunk a dual high state toll gate local village town city gra estate layout market station junction",
);
/** After a name, and it stays the place: 'Uyo town', 'Wuse zone 4', 'Song LGA'. */
export const PLACE_SUFFIXES = words(
  "town city metropolis metro gra lga lgas local government govt council municipal municipality area state zone phase district village main central north south east west northern southern eastern western extension ext nigeria ng capital territory township kingdom community lcda suburb axis environs proper headquarters hq campus site new old permanent temporary",
);
/** After a name, where the rest says more about the spot in it: 'Uyo opposite the bank'. */
export const PREPOSITIONS = words(
  "opposite opp near nr behind beside besides by off along after before adjacent adj at in inside within around beyond via beneath under tel phone mobile gsm no nos number plot house hse flat shop suite room block blk km from call attention attn please pls and postal postcode zip code po pmb box",
);
/** Before a name: somewhere near it, or not it at all: 'road to Uyo', 'Emir of Kano'. */
export const NEAR_WORDS = words(
  "of to towards toward from near nr after before between opposite opp behind beside besides by off along facing via past around",
);
/** 'Irepodun LGA' is a place, whatever is said of it. */
export const COUNCIL_WORDS = words("lga lgas local council lcda");
/** 'Alhaji Musa Bauchi' is a person. */
export const TITLES = words(
  "mr mrs miss dr alhaji alh alhaja hajia haj mallam malam engr pastor rev prof barr barrister otunba attn attention",
);
/** Names in which the name of a place is none. */
export const NO_PLACES =
  "Niger Delta|Niger Republic|Republic of Niger|Benin Republic|Republic of Benin|Bight of Benin|River";
