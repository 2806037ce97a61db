/** The refusals on the receiver's page in Yoruba. No speaker has read them: a speaker may correct any line. */
export const REFUSALS_YORUBA: Readonly<Record<string, string>> = {
  "This parcel is not there.": "Ẹrù yìí kò sí.",
  "The parcel is not on its way to you any more. Call us if you have a question.":
    "Ẹrù náà kò bọ̀ wá sọ́dọ̀ yín mọ́. Ẹ pè wá bí ẹ bá ní ìbéèrè.",
  "We cannot take choices for this parcel here. Call us.": "A kò lè gba ìyàn yín fún ẹrù yìí níbí. Ẹ pè wá.",
  "Your parcel is loaded for delivery already, so this can no longer be changed. Call us.":
    "A ti kó ẹrù yín sínú ọkọ̀ láti gbé e wá, nítorí náà a kò lè yí èyí padà mọ́. Ẹ pè wá.",
  "It is too late to change today's delivery. Call us.": "Ó ti pẹ́ jù láti yí ìfijíṣẹ́ òní padà. Ẹ pè wá.",
  "No rider has your parcel now. Choose something else, or call us.":
    "Ẹrù yín kò sí lọ́wọ́ ẹnikẹ́ni tó ń gbé e wá báyìí. Ẹ yan ohun mìíràn, tàbí kí ẹ pè wá.",
  "Our office is planning your parcel at this moment. Try again in a minute.":
    "Ọ́fíìsì wa ń ṣètò ẹrù yín lọ́wọ́lọ́wọ́. Ẹ tún gbìyànjú lẹ́yìn ìṣẹ́jú kan.",
  "Choose one of the days": "Ẹ yan ọ̀kan nínú àwọn ọjọ́ náà",
  "Choose one of our offices": "Ẹ yan ọ̀kan nínú àwọn ọ́fíìsì wa",
  "Enter a Nigerian phone number, e.g. 0803 123 4567": "Ẹ tẹ nọ́mbà fóònù Nàìjíríà, bí àpẹẹrẹ 0803 123 4567",
  "That was taken back or changed already.": "A ti fà á padà tàbí a ti yí i padà tẹ́lẹ̀.",
  "The sender has decided already. Load the page again.": "Ẹni tó fi ránṣẹ́ ti pinnu. Ẹ tún ojú ìwé náà ṣí.",
  "This was answered already, or something newer happened to the parcel.":
    "A ti dáhùn èyí tẹ́lẹ̀, tàbí nǹkan tuntun ti ṣẹlẹ̀ sí ẹrù náà.",
  "The parcel is not on the way any more.": "Ẹrù náà kò sí lójú ọ̀nà mọ́.",
  "A code cannot be sent for this parcel. Call us.": "A kò lè fi kóòdù ránṣẹ́ fún ẹrù yìí. Ẹ pè wá.",
  "A code was sent less than a minute ago. It may take a while.":
    "A fi kóòdù ránṣẹ́ ní ohun tí kò tó ìṣẹ́jú kan sẹ́yìn. Ó lè gba ìgbà díẹ̀.",
  "This is not the code, or it is older than 10 minutes. After five wrong ones ask for another.":
    "Èyí kì í ṣe kóòdù náà, tàbí ó ti ju ìṣẹ́jú 10 lọ. Lẹ́yìn àṣìṣe márùn-ún, ẹ béèrè òmíràn.",
  "Choose who it is": "Ẹ yan ẹni tó jẹ́",
  "Enter their name": "Ẹ tẹ orúkọ rẹ̀",
  "Enter their phone number": "Ẹ tẹ nọ́mbà fóònù rẹ̀",
  "Write it in a few words": "Ẹ kọ ọ́ ní ọ̀rọ̀ díẹ̀",
  "Choose an answer": "Ẹ yan ìdáhùn kan",
  "Enter the six digits of the SMS": "Ẹ tẹ nọ́mbà mẹ́fà tó wà nínú SMS",
  "Choose what is wrong": "Ẹ yan ohun tí kò tọ́",
  "Enter a real phone number, e.g. 0803 123 4567": "Ẹ tẹ nọ́mbà fóònù tòótọ́, bí àpẹẹrẹ 0803 123 4567",
  "A name cannot contain a web address. If it is not one, put a space after the dot.":
    "Orúkọ kò lè ní àdírẹ́sì wẹ́ẹ̀bù. Bí kì í bá ṣe bẹ́ẹ̀, ẹ fi àlàfo sílẹ̀ lẹ́yìn àmì ìdánudúró.",
  "The parcel is not delivered, as far as we know. Call us if you have a question.":
    "Gẹ́gẹ́ bí a ti mọ̀, a kò tíì fi ẹrù náà jíṣẹ́. Ẹ pè wá bí ẹ bá ní ìbéèrè.",
  "The delivery was more than 48 hours ago. Call us: we look into it all the same.":
    "Ìfijíṣẹ́ náà ti ju wákàtí 48 lọ. Ẹ pè wá: a ó ṣì wádìí rẹ̀.",
  "You told us already. What became of it is on this page.":
    "Ẹ ti sọ fún wa tẹ́lẹ̀. Ohun tó tìdí rẹ̀ jáde wà ní ojú ìwé yìí.",
  "Nothing is to be paid for this parcel any more.": "Kò sí ohun tí ẹ máa san fún ẹrù yìí mọ́.",
  "Paying online is not possible for this parcel. Pay at the door.":
    "A kò lè san owó ẹrù yìí lórí ayélujára. Ẹ san án ní ẹnu ọ̀nà.",
  "Paying online is switched off.": "A ti pa sísan owó lórí ayélujára.",
  "A payment came that does not match what is owed. Our staff will call you.":
    "Owó kan wọlé tí kò bá iye tó yẹ mu. Àwọn òṣìṣẹ́ wa yóò pè yín.",
  "We are opening the payment page. Wait a few seconds, then try again.":
    "À ń ṣí ojú ìwé ìsanwó. Ẹ dúró ní ìṣẹ́jú àáyá díẹ̀, kí ẹ sì tún gbìyànjú.",
  "Your payment did not go through. Try again.": "Owó tí ẹ san kò kọjá. Ẹ tún gbìyànjú.",
  "This was sent too often for this parcel.": "Wọ́n ti fi èyí ránṣẹ́ jù fún ẹrù yìí.",
  "Too many were made for this parcel in a short time.": "Wọ́n ti ṣe púpọ̀ jù fún ẹrù yìí láàárín àkókò díẹ̀.",
  "Too many codes were sent for this parcel in a short time.":
    "Kóòdù púpọ̀ jù ni a ti fi ránṣẹ́ fún ẹrù yìí láàárín àkókò díẹ̀.",
  "Too much was changed about this parcel in a short time.":
    "Wọ́n ti yí nǹkan púpọ̀ jù padà lórí ẹrù yìí láàárín àkókò díẹ̀.",
  "This link was opened too often from your connection.": "Wọ́n ti ṣí líǹkì yìí jù láti orí ìsopọ̀ yín.",
  "This was changed too often for this parcel.": "Wọ́n ti yí èyí padà jù fún ẹrù yìí.",
  "You tried to pay too many times in a short time.":
    "Ẹ ti gbìyànjú láti sanwó lọ́pọ̀ ìgbà jù láàárín àkókò díẹ̀.",
};
