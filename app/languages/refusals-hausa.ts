/** The refusals on the receiver's page in Hausa. No speaker has read them: a speaker may correct any line. */
export const REFUSALS_HAUSA: Readonly<Record<string, string>> = {
  "This parcel is not there.": "Babu wannan kaya.",
  "The parcel is not on its way to you any more. Call us if you have a question.":
    "Kayan ba ya kan hanya zuwa gare ka yanzu. Kira mu idan kana da tambaya.",
  "We cannot take choices for this parcel here. Call us.":
    "Ba za mu iya karɓar zaɓi don wannan kaya a nan ba. Kira mu.",
  "Your parcel is loaded for delivery already, so this can no longer be changed. Call us.":
    "An loda kayanka domin kawo maka, don haka ba za a iya sauya wannan ba. Kira mu.",
  "It is too late to change today's delivery. Call us.": "Lokaci ya wuce don sauya isarwar yau. Kira mu.",
  "No rider has your parcel now. Choose something else, or call us.":
    "Babu mai kawowa da kayanka yanzu. Zaɓi wani abu dabam, ko ka kira mu.",
  "Our office is planning your parcel at this moment. Try again in a minute.":
    "Ofishinmu yana tsara kayanka yanzu. Sake gwadawa bayan minti ɗaya.",
  "Choose one of the days": "Zaɓi ɗaya daga cikin ranakun",
  "Choose one of our offices": "Zaɓi ɗaya daga cikin ofisoshinmu",
  "Enter a Nigerian phone number, e.g. 0803 123 4567":
    "Shigar da lambar wayar Najeriya, misali 0803 123 4567",
  "That was taken back or changed already.": "An riga an janye ko an sauya wannan.",
  "The sender has decided already. Load the page again.":
    "Mai aikawa ya riga ya yanke shawara. Sake buɗe shafin.",
  "This was answered already, or something newer happened to the parcel.":
    "An riga an amsa wannan, ko wani sabon abu ya faru da kayan.",
  "The parcel is not on the way any more.": "Kayan ba ya kan hanya yanzu.",
  "A code cannot be sent for this parcel. Call us.": "Ba za a iya aika lamba don wannan kaya ba. Kira mu.",
  "A code was sent less than a minute ago. It may take a while.":
    "An aika lamba ƙasa da minti ɗaya da ya wuce. Yana iya ɗaukar lokaci.",
  "This is not the code, or it is older than 10 minutes. After five wrong ones ask for another.":
    "Wannan ba lambar ba ce, ko ta wuce minti 10. Bayan kuskure biyar, nemi wata.",
  "Choose who it is": "Zaɓi wane ne",
  "Enter their name": "Shigar da sunansa",
  "Enter their phone number": "Shigar da lambar wayarsa",
  "Write it in a few words": "Rubuta shi a taƙaice",
  "Choose an answer": "Zaɓi amsa",
  "Enter the six digits of the SMS": "Shigar da lambobi shida na SMS",
  "Choose what is wrong": "Zaɓi abin da ba daidai ba",
  "Enter a real phone number, e.g. 0803 123 4567": "Shigar da lambar waya ta gaskiya, misali 0803 123 4567",
  "A name cannot contain a web address. If it is not one, put a space after the dot.":
    "Suna ba zai iya ƙunsar adireshin yanar gizo ba. Idan ba adireshi ba ne, bar tazara bayan ɗigo.",
  "The parcel is not delivered, as far as we know. Call us if you have a question.":
    "A iya saninmu, ba a kai kayan ba tukuna. Kira mu idan kana da tambaya.",
  "The delivery was more than 48 hours ago. Call us: we look into it all the same.":
    "Isarwar ta wuce awa 48. Kira mu: duk da haka za mu bincika.",
  "You told us already. What became of it is on this page.":
    "Ka riga ka faɗa mana. Abin da ya faru yana wannan shafin.",
  "Nothing is to be paid for this parcel any more.": "Babu abin da za a biya don wannan kaya yanzu.",
  "Paying online is not possible for this parcel. Pay at the door.":
    "Ba za a iya biya ta yanar gizo don wannan kaya ba. Biya a ƙofa.",
  "Paying online is switched off.": "An kashe biya ta yanar gizo.",
  "A payment came that does not match what is owed. Our staff will call you.":
    "An sami biyan da bai dace da abin da ake bi ba. Ma'aikatanmu za su kira ka.",
  "We are opening the payment page. Wait a few seconds, then try again.":
    "Muna buɗe shafin biya. Jira daƙiƙa kaɗan, sannan ka sake gwadawa.",
  "Your payment did not go through. Try again.": "Biyanka bai yi nasara ba. Sake gwadawa.",
  "This was sent too often for this parcel.": "An aika wannan sau da yawa don wannan kaya.",
  "Too many were made for this parcel in a short time.": "An yi da yawa don wannan kaya cikin ɗan lokaci.",
  "Too many codes were sent for this parcel in a short time.":
    "An aika lambobi da yawa don wannan kaya cikin ɗan lokaci.",
  "Too much was changed about this parcel in a short time.":
    "An sauya abubuwa da yawa game da wannan kaya cikin ɗan lokaci.",
  "This link was opened too often from your connection.":
    "An buɗe wannan adireshi sau da yawa daga hanyar sadarwarka.",
  "This was changed too often for this parcel.": "An sauya wannan sau da yawa don wannan kaya.",
  "You tried to pay too many times in a short time.": "Ka yi ƙoƙarin biya sau da yawa cikin ɗan lokaci.",
};
