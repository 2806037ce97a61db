/**
 * Towns and local government areas by state, to recognise the state in an address. Names that exist in two states are
 * left out. Source: the public list of Nigeria's 774 LGAs (package nigerian-states-and-lgas), and districts that people
 * write on parcels.
 */
export const PLACES: Record<string, string> = {
  Abia: "Aba|Umuahia|Aba North|Aba South|Arochukwu|Bende|Ikwuano|Isiala Ngwa North|Isiala Ngwa South|Isuikwuato|Obi Ngwa|Ohafia|Osisioma|Ugwunagbo|Ukwa East|Ukwa West|Umuahia North|Umuahia South|Umu Nneochi",
  Adamawa:
    "Yola|Demsa|Fufure|Ganye|Gayuk|Girei|Gombi|Hong|Jada|Lamurde|Madagali|Maiha|Mayo Belwa|Michika|Mubi North|Mubi South|Numan|Shelleng|Song|Toungo|Yola North|Yola South",
  "Akwa Ibom":
    "Uyo|Abak|Eastern Obolo|Eket|Esit Eket|Essien Udim|Etim Ekpo|Etinan|Ibeno|Ibesikpo Asutan|Ibiono-Ibom|Ika|Ikono|Ikot Abasi|Ikot Ekpene|Ini|Itu|Mbo|Mkpat-Enin|Nsit-Atai|Nsit-Ibom|Nsit-Ubium|Obot Akara|Okobo|Onna|Oron|Oruk Anam|Udung-Uko|Ukanafun|Uruan|Urue-Offong/Oruko",
  Anambra:
    "Onitsha|Awka|Nnewi|Aguata|Anambra East|Anambra West|Anaocha|Awka North|Awka South|Ayamelum|Dunukofia|Ekwusigo|Idemili North|Idemili South|Ihiala|Njikoka|Nnewi North|Nnewi South|Ogbaru|Onitsha North|Onitsha South|Orumba North|Orumba South|Oyi",
  Bauchi:
    "Bauchi|Alkaleri|Bogoro|Damban|Darazo|Dass|Gamawa|Ganju/Ganjuwa|Giade|Itas/Gadau|Jama'are|Katagum|Kirfi|Misau|Ningi|Shira|Tafawa Balewa|Toro|Warji|Zaki",
  Bayelsa: "Yenagoa|Brass|Ekere/Ekeremor|Kolokuma/Opokuma|Nembe|Ogbia|Sagba/Sagbama|Southern Ijaw",
  Benue:
    "Makurdi|Ado|Agatu|Apa|Buruku|Gboko|Guma|Gwer East|Gwer West|Katsina-Ala|Konshisha|Kwande|Logo|Ogbadibo|Ohimini|Oju|Okpokwu|Oturkpo|Tarka|Ukum|Ushongo|Vandeikya",
  Borno:
    "Maiduguri|Abadam|Askira/Uba|Bama|Bayo|Biu|Chibok|Damboa|Dikwa|Gubio|Guzamala|Gwoza|Hawul|Jere|Kaga|Kala/Balge|Konduga|Kukawa|Kwaya Kusar|Mafa|Magumeri|Marte|Mobbar|Monguno|Ngala|Nganzai|Shani",
  "Cross River":
    "Calabar|Abi|Akamkpa|Akpabuyo|Bakassi|Bekwarra|Biase|Boki|Calabar Municipal|Calabar South|Etung|Ikom|Obanliku|Obubra|Obudu|Odukpani|Ogoja|Yakuur|Yala",
  Delta:
    "Warri|Asaba|Sapele|Aniocha North|Aniocha South|Bomadi|Burutu|Ethiope East|Ethiope West|Ika North East|Ika South|Isoko North|Isoko South|Ndokwa East|Ndokwa West|Okpe|Oshimili North|Oshimili South|Patani|Udu|Ughelli North|Ughelli South|Ukwuani|Uvwie|Warri North|Warri South|Warri South West",
  Ebonyi:
    "Abakaliki|Afikpo North|Afikpo South|Ebonyi|Ezza North|Ezza South|Ikwo|Ishielu|Ivo|Izzi|Ohaozara|Ohaukwu|Onicha",
  Edo: "Benin City|Benin|Ekpoma|Akoko-Edo|Egor|Esan Central|Esan North-East|Esan South-East|Esan West|Etsako Central|Etsako East|Etsako West|Igueben|Ikpoba Okha|Orhionmwon|Oredo|Ovia North-East|Ovia South-West|Owan East|Owan West|Uhunmwonde",
  Ekiti:
    "Ado-Ekiti|Ado Ekiti|Efon|Ekiti East|Ekiti South-West|Ekiti West|Emure|Gbonyin|Ido Osi|Ijero|Ikere|Ikole|Ilejemeje|Irepodun/Ifelodun|Ise/Orun|Moba|Oye",
  Enugu:
    "Enugu|Independence Layout|Aninri|Awgu|Enugu East|Enugu North|Enugu South|Ezeagu|Igbo Etiti|Igbo Eze North|Igbo Eze South|Isi Uzo|Nkanu East|Nkanu West|Nsukka|Oji River|Udenu|Udi|Uzo-Uwani",
  FCT: "Abuja|Wuse|Garki|Maitama|Asokoro|Gwarinpa|Jabi|Utako|Kubwa|Lugbe|Nyanya|Karu|Lokogoma|Apo|Central Business District|Abaji|Abuja Municipal Area Council|Bwari|Gwagwalada|Kuje|Kwali",
  Gombe: "Gombe|Akko|Balanga|Billiri|Dukku|Funakaye|Kaltungo|Kwami|Nafada|Shongom|Yamaltu/Deba",
  Imo: "Owerri|Aboh Mbaise|Ahiazu Mbaise|Ehime Mbano|Ezinihitte|Ideato North|Ideato South|Ihitte/Uboma|Ikeduru|Isiala Mbano|Isu|Mbaitoli|Ngor Okpala|Njaba|Nkwerre|Nwangele|Obowo|Oguta|Ohaji/Egbema|Okigwe|Orlu|Orsu|Oru East|Oru West|Owerri Municipal|Owerri North|Owerri West|Unuimo",
  Jigawa:
    "Dutse|Auyo|Babura|Biriniwa|Birnin Kudu|Buji|Gagarawa|Garki|Gumel|Guri|Gwaram|Gwiwa|Hadejia|Jahun|Kafin Hausa|Kaugama|Kazaure|Kiri Kasama|Kiyawa|Maigatari|Malam Madori|Miga|Ringim|Roni|Sule Tankarkar|Taura|Yankwashi",
  Kaduna:
    "Kaduna|Barnawa|Birnin Gwari|Chikun|Giwa|Igabi|Ikara|Jaba|Jema'a|Kachia|Kaduna North|Kaduna South|Kagarko|Kajuru|Kaura|Kauru|Kubau|Kudan|Lere|Makarfi|Sabon Gari|Sanga|Soba|Zangon Kataf|Zaria",
  Kano: "Kano|Sabon Gari|Bompai|Ajingi|Albasu|Bagwai|Bebeji|Bichi|Bunkure|Dala|Dambatta|Dawakin Kudu|Dawakin Tofa|Doguwa|Fagge|Gabasawa|Garko|Garun Mallam|Gaya|Gezawa|Gwale|Gwarzo|Kabo|Kano Municipal|Karaye|Kibiya|Kiru|Kumbotso|Kunchi|Kura|Madobi|Makoda|Minjibir|Rano|Rimin Gado|Rogo|Shanono|Sumaila|Takai|Tarauni|Tofa|Tsanyawa|Tudun Wada|Ungogo|Warawa|Wudil",
  Katsina:
    "Katsina|Bakori|Batagarawa|Batsari|Baure|Bindawa|Charanchi|Dandume|Danja|Dan Musa|Daura|Dutsi|Dutsin Ma|Faskari|Funtua|Ingawa|Jibia|Kafur|Kaita|Kankara|Kankia|Kurfi|Kusada|Mai'Adua|Malumfashi|Mani|Mashi|Matazu|Musawa|Rimi|Sabuwa|Safana|Sanda/Sandamu|Zango",
  Kebbi:
    "Birnin Kebbi|Aleiro|Arewa|Argungu|Augie|Bagudo|Bunza|Dandi|Fakai|Gwandu|Jega|Kalgo|Koko/Besse|Maiya/Maiyama|Ngaski|Sakaba|Shanga|Suru|Danko-Wasagu|Yauri|Zuru",
  Kogi: "Lokoja|Adavi|Ajaokuta|Ankpa|Dekina|Ibaji|Idah|Igalamela Odolu|Ijumu|Kabba/Bunu|Kogi|Mopa Muro|Ofu|Ogori/Magongo|Okehi|Okene|Olamaboro|Omala|Yagba East|Yagba West",
  Kwara:
    "Ilorin|Offa|Asa|Baruten|Edu|Ilorin East|Ilorin South|Ilorin West|Isin|Kaiama|Moro|Oke Ero|Oyun|Pategi",
  Lagos:
    "Yaba|Lekki|Victoria Island|Ikoyi|Ajah|Festac|Gbagada|Maryland|Ogba|Magodo|Ojota|Ilupeju|Oshodi|Isolo|Apapa|Iyana Ipaja|Egbeda|Sangotedo|Ketu|Berger|Anthony|Palmgrove|Computer Village|Agege|Ajeromi-Ifelodun|Alimosho|Amuwo-Odofin|Badagry|Epe|Eti Osa|Ibeju-Lekki|Ifako-Ijaiye|Ikeja|Ikorodu|Kosofe|Lagos Island|Lagos Mainland|Mushin|Ojo|Oshodi-Isolo|Shomolu",
  Nasarawa: "Lafia|Keffi|Akwanga|Awe|Doma|Karu|Keana|Kokona|Nasarawa Egon|Toto|Wamba",
  Niger:
    "Minna|Suleja|Agaie|Agwara|Bida|Borgu|Bosso|Chanchaga|Edati|Gbako|Gurara|Katcha|Kontagora|Lapai|Lavun|Magama|Mariga|Mashegu|Mokwa|Moya|Paikoro|Rafi|Rijau|Shiroro|Tafa|Wushishi",
  Ogun: "Abeokuta|Ijebu Ode|Sagamu|Ota|Mowe|Sango Ota|Abeokuta North|Abeokuta South|Ado-Odo/Ota|Ewekoro|Ifo|Ijebu East|Ijebu North|Ijebu North East|Ikenne|Imeko Afon|Ipokia|Obafemi/Obafemi Owode|Odeda|Odogbolu|Ogun Waterside|Remo North|Shaga/Shagamu|Yewa North|Yewa South",
  Ondo: "Akure|Akoko North-East|Akoko North-West|Akoko South-East|Akoko South-West|Akure North|Akure South|Ese Odo|Idanre|Ifedore|Ilaje|Ile Oluji/Okeigbo|Irele|Odigbo|Okitipupa|Ondo East|Ondo West|Ose|Owo",
  Osun: "Osogbo|Ile-Ife|Ilesa|Aiyedaade|Aiyedire|Atakunmosa East|Atakunmosa West|Boluwaduro|Boripe|Ede North|Ede South|Egbedore|Ejigbo|Ife Central|Ife East|Ife North|Ife South|Ifedayo|Ila|Ilesa East|Ilesa West|Irewole|Isokan|Iwo|Obokun|Odo Otin|Ola Oluwa|Olorunda|Oriade|Orolu",
  Oyo: "Ibadan|Bodija|Challenge|Dugbe|Ogbomoso|Afijio|Akinyele|Atiba|Atisbo|Egbeda|Ibadan North|Ibadan North-East|Ibadan North-West|Ibadan South-East|Ibadan South-West|Ibarapa Central|Ibarapa East|Ibarapa North|Ido|Irepo|Iseyin|Itesiwaju|Iwajowa|Kajola|Lagelu|Ogbomosho North|Ogbomosho South|Ogo Oluwa|Olorunsogo|Oluyole|Ona Ara|Orelope|Ori Ire|Oyo East|Oyo West|Saki East|Saki West",
  Plateau:
    "Jos|Bokkos|Barkin Ladi|Jos East|Jos North|Jos South|Kanam|Kanke|Langtang North|Langtang South|Mangu|Mikang|Pankshin|Qua'an Pan|Riyom|Shendam|Wase",
  Rivers:
    "Port Harcourt|Trans Amadi|Rumuola|Rumuokoro|Abua/Odual|Ahoada East|Ahoada West|Akuku-Toru|Andoni|Asari-Toru|Bonny|Degema|Eleme|Emuoha|Etche|Gokana|Ikwerre|Khana|Obio/Akpor|Ogba/Egbema/Ndoni|Ogu/Bolo|Okrika|Omuma|Opobo/Nkoro|Oyigbo|Tai",
  Sokoto:
    "Sokoto|Binji|Bodinga|Dange Shuni|Gada|Goron/Goronyo|Gudu|Gwadabawa|Illela|Isa|Kebbe|Kware|Rabah|Sabon Birni|Shagari|Silame|Sokoto North|Sokoto South|Tambuwal|Tangaza|Tureta|Wamako|Wurno|Yabo",
  Taraba:
    "Jalingo|Ardo Kola|Bali|Donga|Gashaka|Gassol|Ibi|Karim Lamido|Kumi|Lau|Sardauna|Takum|Ussa|Wukari|Yorro|Zing",
  Yobe: "Damaturu|Bade|Bursari|Fika|Fune|Geidam|Gujba|Gulani|Jakusko|Karasuwa|Machina|Nangere|Nguru|Potiskum|Tarmuwa|Yunusari|Yusufari",
  Zamfara:
    "Gusau|Anka|Bakura|Birnin Magaji/Kiyaw|Bukkuyum|Bungudu|Chafe|Gummi|Kaura Namoda|Maradun|Maru|Shinkafi|Talata Mafara|Zurmi",
};
