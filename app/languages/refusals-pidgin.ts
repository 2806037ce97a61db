/** The refusals on the receiver's page in Nigerian Pidgin. No speaker has read them: any line may be corrected. */
export const REFUSALS_PIDGIN: Readonly<Record<string, string>> = {
  "This parcel is not there.": "This parcel no dey.",
  "The parcel is not on its way to you any more. Call us if you have a question.":
    "The parcel no dey come to you again. Call us if you get question.",
  "We cannot take choices for this parcel here. Call us.":
    "We no fit take wetin you choose for this parcel here. Call us.",
  "Your parcel is loaded for delivery already, so this can no longer be changed. Call us.":
    "Dem don load your parcel to deliver am, so you no fit change this one again. Call us.",
  "It is too late to change today's delivery. Call us.":
    "E don late to change the delivery of today. Call us.",
  "No rider has your parcel now. Choose something else, or call us.":
    "No rider carry your parcel now. Choose another thing, or call us.",
  "Our office is planning your parcel at this moment. Try again in a minute.":
    "Our office dey plan your parcel now now. Try again after one minute.",
  "Choose one of the days": "Choose one of the days",
  "Choose one of our offices": "Choose one of our offices",
  "Enter a Nigerian phone number, e.g. 0803 123 4567": "Put Nigerian phone number, e.g. 0803 123 4567",
  "That was taken back or changed already.": "Person don cancel or change that one before.",
  "The sender has decided already. Load the page again.": "Who send am don decide. Load the page again.",
  "This was answered already, or something newer happened to the parcel.":
    "Person don answer this one, or another thing don happen to the parcel.",
  "The parcel is not on the way any more.": "The parcel no dey come again.",
  "A code cannot be sent for this parcel. Call us.": "We no fit send code for this parcel. Call us.",
  "A code was sent less than a minute ago. It may take a while.":
    "We send code less than one minute ago. E fit take small time.",
  "This is not the code, or it is older than 10 minutes. After five wrong ones ask for another.":
    "This no be the code, or e don pass 10 minutes. After five wrong codes, ask for another one.",
  "Choose who it is": "Choose who be the person",
  "Enter their name": "Put their name",
  "Enter their phone number": "Put their phone number",
  "Write it in a few words": "Write am for few words",
  "Choose an answer": "Choose one answer",
  "Enter the six digits of the SMS": "Put the six numbers wey dey the SMS",
  "Choose what is wrong": "Choose wetin dey wrong",
  "Enter a real phone number, e.g. 0803 123 4567": "Put correct phone number, e.g. 0803 123 4567",
  "A name cannot contain a web address. If it is not one, put a space after the dot.":
    "Name no fit get website address. If no be website, put space after the dot.",
  "The parcel is not delivered, as far as we know. Call us if you have a question.":
    "As we know, we never deliver the parcel. Call us if you get question.",
  "The delivery was more than 48 hours ago. Call us: we look into it all the same.":
    "The delivery don pass 48 hours. Call us: we go still check am.",
  "You told us already. What became of it is on this page.":
    "You don tell us before. Wetin happen dey this page.",
  "Nothing is to be paid for this parcel any more.": "You no need pay anything for this parcel again.",
  "Paying online is not possible for this parcel. Pay at the door.":
    "You no fit pay online for this parcel. Pay for your door.",
  "Paying online is switched off.": "Online payment no dey now.",
  "A payment came that does not match what is owed. Our staff will call you.":
    "One payment enter wey no match the money. Our staff go call you.",
  "We are opening the payment page. Wait a few seconds, then try again.":
    "We dey open the payment page. Wait few seconds, then try again.",
  "Your payment did not go through. Try again.": "Your payment no go through. Try again.",
  "This was sent too often for this parcel.": "Dem don send this one too much for this parcel.",
  "Too many were made for this parcel in a short time.":
    "Dem don make too many for this parcel inside small time.",
  "Too many codes were sent for this parcel in a short time.":
    "Too many codes don go out for this parcel inside small time.",
  "Too much was changed about this parcel in a short time.":
    "Dem don change too much for this parcel inside small time.",
  "This link was opened too often from your connection.":
    "Dem don open this link too much from your connection.",
  "This was changed too often for this parcel.": "Dem don change this one too much for this parcel.",
  "You tried to pay too many times in a short time.": "You don try to pay too many times inside small time.",
};
