/** The refusals on the receiver's page in Igbo. No speaker has read them: a speaker may correct any line. */
export const REFUSALS_IGBO: Readonly<Record<string, string>> = {
  "This parcel is not there.": "Ngwugwu a adịghị.",
  "The parcel is not on its way to you any more. Call us if you have a question.":
    "Ngwugwu ahụ anaghịzi abịakwute gị. Kpọọ anyị ma ị nwee ajụjụ.",
  "We cannot take choices for this parcel here. Call us.":
    "Anyị enweghị ike ịnara nhọrọ maka ngwugwu a ebe a. Kpọọ anyị.",
  "Your parcel is loaded for delivery already, so this can no longer be changed. Call us.":
    "E bugolarị ngwugwu gị n'ụgbọala iji bute ya, ya mere agaghịzi agbanwe nke a. Kpọọ anyị.",
  "It is too late to change today's delivery. Call us.": "Oge agaala ịgbanwe mbuga nke taa. Kpọọ anyị.",
  "No rider has your parcel now. Choose something else, or call us.":
    "O nweghị onye bu ngwugwu gị ugbu a. Họrọ ihe ọzọ, ma ọ bụ kpọọ anyị.",
  "Our office is planning your parcel at this moment. Try again in a minute.":
    "Ọfịs anyị na-ahazi ngwugwu gị ugbu a. Nwaa ọzọ n'otu nkeji.",
  "Choose one of the days": "Họrọ otu n'ime ụbọchị ndị a",
  "Choose one of our offices": "Họrọ otu n'ime ọfịs anyị",
  "Enter a Nigerian phone number, e.g. 0803 123 4567": "Tinye nọmba ekwentị Naịjirịa, dịka 0803 123 4567",
  "That was taken back or changed already.": "Eweghachilarị ya ma ọ bụ gbanwee ya.",
  "The sender has decided already. Load the page again.": "Onye zitere ya ekpebielarị. Meghee peeji a ọzọ.",
  "This was answered already, or something newer happened to the parcel.":
    "Azaala nke a, ma ọ bụ ihe ọhụrụ mere ngwugwu ahụ.",
  "The parcel is not on the way any more.": "Ngwugwu ahụ anọghịzi n'ụzọ.",
  "A code cannot be sent for this parcel. Call us.": "Enweghị ike izipu koodu maka ngwugwu a. Kpọọ anyị.",
  "A code was sent less than a minute ago. It may take a while.":
    "Ezipụrụ koodu n'ihe na-erughị otu nkeji gara aga. O nwere ike iwe oge.",
  "This is not the code, or it is older than 10 minutes. After five wrong ones ask for another.":
    "Nke a abụghị koodu ahụ, ma ọ bụ o karịala nkeji 10. Mgbe ise na-ezighị ezi gasịrị, rịọ ọzọ.",
  "Choose who it is": "Họrọ onye ọ bụ",
  "Enter their name": "Tinye aha ya",
  "Enter their phone number": "Tinye nọmba ekwentị ya",
  "Write it in a few words": "Dee ya n'okwu ole na ole",
  "Choose an answer": "Họrọ azịza",
  "Enter the six digits of the SMS": "Tinye ọnụọgụ isii dị na SMS",
  "Choose what is wrong": "Họrọ ihe na-ezighị ezi",
  "Enter a real phone number, e.g. 0803 123 4567": "Tinye ezigbo nọmba ekwentị, dịka 0803 123 4567",
  "A name cannot contain a web address. If it is not one, put a space after the dot.":
    "Aha enweghị ike ịnwe adreesị weebụ. Ọ bụrụ na ọ bụghị ya, tinye oghere mgbe ntụpọ gasịrị.",
  "The parcel is not delivered, as far as we know. Call us if you have a question.":
    "Dịka anyị maara, ebugabeghị ngwugwu ahụ. Kpọọ anyị ma ị nwee ajụjụ.",
  "The delivery was more than 48 hours ago. Call us: we look into it all the same.":
    "Mbuga ahụ karịrị awa 48 gara aga. Kpọọ anyị: anyị ga-enyochakwa ya.",
  "You told us already. What became of it is on this page.":
    "Ị gwalarị anyị. Ihe si na ya pụta dị na peeji a.",
  "Nothing is to be paid for this parcel any more.": "O nweghịzi ihe a ga-akwụ maka ngwugwu a.",
  "Paying online is not possible for this parcel. Pay at the door.":
    "Enweghị ike ịkwụ ụgwọ n'ịntanetị maka ngwugwu a. Kwụọ n'ọnụ ụzọ.",
  "Paying online is switched off.": "Agbanyụọla ịkwụ ụgwọ n'ịntanetị.",
  "A payment came that does not match what is owed. Our staff will call you.":
    "Otu ịkwụ ụgwọ batara nke na-ekwekọghị n'ego e ji. Ndị ọrụ anyị ga-akpọ gị.",
  "We are opening the payment page. Wait a few seconds, then try again.":
    "Anyị na-emeghe peeji ịkwụ ụgwọ. Chere sekọnd ole na ole, nwaa ọzọ.",
  "Your payment did not go through. Try again.": "Ịkwụ ụgwọ gị agafeghị. Nwaa ọzọ.",
  "This was sent too often for this parcel.": "E zigala nke a ọtụtụ ugboro maka ngwugwu a.",
  "Too many were made for this parcel in a short time.": "E meela ọtụtụ maka ngwugwu a n'obere oge.",
  "Too many codes were sent for this parcel in a short time.":
    "E zigala ọtụtụ koodu maka ngwugwu a n'obere oge.",
  "Too much was changed about this parcel in a short time.":
    "A gbanweela ọtụtụ ihe banyere ngwugwu a n'obere oge.",
  "This link was opened too often from your connection.":
    "E meghela njikọ a ọtụtụ ugboro site na njikọ ịntanetị gị.",
  "This was changed too often for this parcel.": "A gbanweela nke a ọtụtụ ugboro maka ngwugwu a.",
  "You tried to pay too many times in a short time.": "Ị nwara ịkwụ ụgwọ ọtụtụ ugboro n'obere oge.",
};
