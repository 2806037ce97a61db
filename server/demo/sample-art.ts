/** The drawings of the sample stores, 960 x 640: thick lines on yellow, paper white and three market colours. */
const INK = "#16130E";
const PAPER = "#FBF8F1";
const YELLOW = "#FFC21A";
const RED = "#C8402A";
const GREEN = "#0A7A48";
const BLUE = "#2D63A8";
const CLAY = "#B9713A";

export const GROUNDS = {
  yellow: YELLOW,
  paper: "#F3ECDC",
  green: "#BFE0CC",
  red: "#F3C5B5",
  blue: "#C5D8EE",
} as const;
export type Ground = keyof typeof GROUNDS;

const S = `stroke="${INK}" stroke-width="11" stroke-linejoin="round" stroke-linecap="round"`;
const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}" ${S}/>`;
const line = (d: string, width = 11, colour = INK) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const dot = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const ring = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${S}/>`;
const box = (x: number, y: number, w: number, h: number, r: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}" ${S}/>`;
const steam =
  line("M410 190q-26-34 0-66t0-62", 9) +
  line("M480 176q-26-34 0-66t0-62", 9) +
  line("M550 190q-26-34 0-66t0-62", 9);

/** Draws grains, peppers or beads at scattered places. Every call uses the same places. */
function scatter(
  count: number,
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  r: number,
  fills: string[],
): string {
  return Array.from({ length: count }, (_, i) => {
    const angle = i * 2.4;
    const far = Math.sqrt((i + 0.5) / count);
    return dot(
      Math.round(cx + Math.cos(angle) * rx * far),
      Math.round(cy + Math.sin(angle) * ry * far),
      r,
      fills[i % fills.length]!,
    );
  }).join("");
}

const bowl = (food: string, top: string) =>
  `<ellipse cx="480" cy="300" rx="206" ry="62" fill="${food}" ${S}/>${top}${shape("M264 300h432q-8 178-148 220H412Q272 478 264 300z", PAPER)}${line("M300 372h360", 9, RED)}${line("M322 410h316", 9, GREEN)}`;
const plate = (food: string) =>
  `<ellipse cx="480" cy="440" rx="290" ry="84" fill="${PAPER}" ${S}/><ellipse cx="480" cy="424" rx="216" ry="54" fill="#E9DFC9"/>${food}`;
const bottle = (body: string, label: string, cap = INK) =>
  `${box(438, 96, 84, 62, 10, cap)}${shape("M446 158h68v44q66 34 66 108v176q0 34-34 34H414q-34 0-34-34V310q0-74 66-108z", body)}${box(380, 330, 200, 108, 0, label)}${line("M412 370h136M412 402h84", 9)}`;
const jar = (body: string, lid: string, label: string) =>
  `${box(360, 176, 240, 74, 14, lid)}${box(340, 250, 280, 270, 34, body)}${box(340, 322, 280, 118, 0, label)}${line("M384 364h192M384 402h120", 9)}`;
const sack = (body: string, mark: string) =>
  `${shape("M356 200q-60 130-44 262 4 58 58 58h220q54 0 58-58 16-132-44-262-124 34-248 0z", body)}${shape("M350 204q130-70 260 0-20-60-64-82-66 26-132 0-44 22-64 82z", body)}${ring(480, 366, 76, mark)}${line("M444 366h72M480 330v72", 9)}`;
const carton = (face: string, side: string) =>
  `${shape("M300 236l180-64 180 64v206l-180 78-180-78z", face)}${shape("M480 306l180-70v206l-180 78z", side)}${line("M300 236l180 70 180-70M480 306v214M390 204l180 70v70")}`;
const phone = (screen: string, extra: string) =>
  `${box(366, 92, 228, 428, 36, INK)}${box(386, 124, 188, 350, 12, screen)}${extra}${line("M448 497h64", 8, PAPER)}`;
const garment = (fill: string, trim: string) =>
  `${shape("M384 150q96 52 192 0l146 66-48 124-70-24v204H356V316l-70 24-48-124z", fill)}${line("M420 160q60 66 120 0", 22, trim)}${line("M480 214v150", 14, trim)}${line("M356 484h248", 14, trim)}`;
const leaf = (x: number, y: number, turn: number) =>
  `<path d="M${x} ${y}q44-66 110-60 6 66-110 60z" transform="rotate(${turn} ${x} ${y})" fill="${GREEN}" ${S}/>`;

const tuber = `${shape("M226 470q-6-150 130-160 150-4 260-70 80-36 112 34 26 84-110 150-170 92-290 88-90 2-102-42z", "#8A5A33")}${line("M330 420l40-16M430 380l44-22M540 340l40-26M630 290l24-14", 8)}`;
const moved = (x: number, y: number, scale: number, drawing: string) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${drawing}</g>`;

export const DRAWINGS = {
  jollof: bowl("#D9542B", scatter(34, 480, 292, 170, 38, 9, ["#F2A65A", "#F6D9A6", GREEN]) + steam),
  friedRice: plate(
    shape("M262 420q16-160 196-160t196 160q-196 58-392 0z", "#E6CF72") +
      scatter(46, 452, 364, 150, 66, 10, [GREEN, "#D9542B", PAPER, "#B7791F"]) +
      line("M600 402l-66 44", 30) +
      line("M600 402l-66 44", 10, PAPER) +
      `<ellipse cx="640" cy="366" rx="76" ry="52" transform="rotate(-32 640 366)" fill="#A9502A" ${S}/>` +
      line("M620 340q24-20 48-22", 8, "#D98B52"),
  ),
  ofada: `${shape("M170 440q110-130 290-92 190-60 330 66-110 120-312 106-190 20-308-80z", GREEN)}${line("M230 446q240 20 500-26", 8, "#BFE0CC")}${shape("M236 424q6-160 154-160t154 160q-154 44-308 0z", "#EAD9BC")}${scatter(26, 390, 366, 116, 56, 8, ["#B98A55", "#8A5A33"])}${moved(344, 210, 0.6, bowl("#55651F", scatter(20, 480, 294, 160, 34, 13, [RED, "#93A83C", "#2F3A12"])))}`,
  egusi:
    moved(
      6,
      122,
      0.78,
      plate(
        `${shape("M300 410q10-170 180-170t180 170q-180 66-360 0z", PAPER)}${line("M372 336q50-56 110-56", 9)}`,
      ),
    ) +
    moved(316, 146, 0.72, bowl("#E0A93A", scatter(26, 480, 294, 160, 36, 13, [GREEN, "#F4E3B5", "#A33B20"]))),
  efo: `${line("M610 250l116-150", 30)}${line("M610 250l116-150", 10, CLAY)}<ellipse cx="480" cy="262" rx="212" ry="58" fill="#4F7A22" ${S}/>${scatter(30, 470, 258, 176, 40, 15, [GREEN, "#93A83C", "#A33B20", "#2F5B12"])}${shape("M268 262h424q18 226-112 258H380q-130-32-112-258z", "#3A3F4A")}${line("M270 316h-58v62h66M690 316h58v62h-66", 16)}${line("M322 330q4 90 44 138", 10, "#8FA3AD")}${steam}`,
  ewa: plate(
    shape("M500 400V250q-34-70 44-74h104q78 4 44 74v150z", "#E0A24A") +
      line("M544 232v110M596 232v110M648 232v110", 8, "#B7791F") +
      shape("M240 420q16-150 180-150t180 150q-180 52-360 0z", "#8A4B2B") +
      scatter(30, 420, 380, 140, 46, 11, ["#B9713A", "#6B3419"]) +
      `<ellipse cx="420" cy="300" rx="92" ry="30" fill="${RED}" ${S}/>`,
  ),
  suya: plate(
    ["M250 236l420 130", "M250 300l420 110", "M262 364l400 80"].map((d) => line(d, 9, CLAY)).join("") +
      [0, 1, 2]
        .map((row) =>
          [0, 1, 2, 3]
            .map((i) => box(310 + i * 84, 232 + row * 62 + i * 24, 58, 46, 16, i % 2 ? "#8A3B1E" : "#A9502A"))
            .join(""),
        )
        .join(""),
  ),
  chops: plate(
    scatter(9, 480, 372, 176, 60, 46, ["#D99536", "#C67B25"]) +
      scatter(9, 472, 362, 176, 60, 12, ["#F3C777"]),
  ),
  fish: plate(
    shape("M250 396q96-116 262-96 84 12 126 60l84-56v132l-84-52q-70 74-200 66-128-6-188-54z", "#8FA3AD") +
      ring(330, 372, 12, PAPER) +
      line("M420 330q34 50 0 104M490 326q34 52 0 108M560 340q26 44 0 84", 8),
  ),
  meatPie: plate(
    shape("M262 412q0-170 218-170t218 170q-218 50-436 0z", "#E0A24A") +
      line("M300 384q20-70 90-104M480 262v60M560 276l-20 52M640 330l-36 40", 9),
  ),
  zobo: bottle("#8E1F3B", PAPER),
  juice: bottle("#F08A24", YELLOW, GREEN),
  oil: bottle("#D8531F", YELLOW, RED),
  groundnutOil: bottle("#F0C24B", PAPER, GREEN),
  lotion: bottle("#F3E3D0", YELLOW, CLAY),
  shampoo: bottle("#3E8F6A", PAPER, INK),
  perfume: `${box(446, 120, 68, 70, 8, INK)}${box(420, 190, 120, 44, 6, YELLOW)}${box(344, 234, 272, 286, 30, "#E9B7C6")}${box(398, 320, 164, 112, 4, PAPER)}${line("M430 376h100", 9)}`,
  shea: jar("#F4E7BE", INK, YELLOW),
  cream: jar(PAPER, GREEN, "#F3C5B5"),
  honey: jar("#E29A1E", CLAY, PAPER),
  soap: `${box(300, 330, 360, 190, 40, "#3A2A20")}${box(356, 376, 248, 96, 24, "#54402F")}${line("M404 424h152", 9, YELLOW)}${ring(350, 250, 40, PAPER)}${ring(440, 200, 28, PAPER)}${ring(540, 262, 34, PAPER)}`,
  comb: `${box(250, 210, 460, 96, 26, CLAY)}${Array.from({ length: 12 }, (_, i) => box(270 + i * 36, 306, 18, 190, 9, CLAY)).join("")}`,
  wig: `${shape("M330 520q-70-340 150-400 220 60 150 400-56 10-84-10 10-160-66-210-76 50-66 210-28 20-84 10z", INK)}${line("M402 240q20-60 78-78M370 330q6-60 34-96M590 330q-6-60-34-96", 8, "#5F5748")}`,
  rice: sack(PAPER, YELLOW),
  garri: sack("#F0D68A", PAPER),
  beansSack: sack("#C98A52", PAPER),
  yam: moved(40, 204, 0.62, tuber) + moved(320, 204, 0.62, tuber) + moved(180, 64, 0.62, tuber),
  plantain: `${shape("M250 250q30 220 330 232 90 2 120-34-40 6-80-12-230-60-290-222-50-26-80 36z", "#8DB33A")}${shape("M300 190q60 200 330 206 80-2 104-38-40 0-76-22-210-70-280-184-50-18-78 38z", "#B9CC45")}`,
  pepper: [0, 1, 2]
    .map(
      (i) =>
        `<g transform="translate(${i * 140 - 140} ${i === 1 ? -40 : 20})">${shape("M420 280q-10 190 74 240 66-60 56-240-64-40-130 0z", i === 1 ? YELLOW : RED)}${line("M484 262q-4-40 30-62", 14, GREEN)}</g>`,
    )
    .join(""),
  tomatoes: `${ring(370, 420, 96, "#D63C22")}${ring(580, 424, 92, "#C8402A")}${ring(478, 280, 98, "#E14F2E")}${leaf(478, 196, -20)}${leaf(370, 336, -30)}${leaf(580, 344, -10)}`,
  eggs: `${shape("M240 380h480l-30 140H270z", "#A9927A")}${[0, 1, 2, 3].map((i) => `<ellipse cx="${312 + i * 112}" cy="360" rx="50" ry="66" fill="${i % 2 ? "#E9C9A0" : "#F3DFC2"}" ${S}/>`).join("")}${line("M240 396h480")}`,
  noodles: `${carton(YELLOW, "#E0A500")}${line("M340 330q30-26 60 0t60 0M340 372q30-26 60 0t60 0", 10, RED)}`,
  milk: `${box(360, 170, 240, 350, 20, PAPER)}<ellipse cx="480" cy="172" rx="120" ry="34" fill="#D9DEE4" ${S}/>${box(360, 262, 240, 150, 0, BLUE)}${ring(480, 336, 44, PAPER)}`,
  ankara: garment("#E2A400", BLUE) + scatter(16, 480, 400, 100, 90, 16, [RED, BLUE, GREEN]),
  agbada: `${shape("M384 120q96 52 192 0l200 150-80 250H264l-80-250z", "#DCE6F2")}${line("M418 132q62 74 124 0", 22, YELLOW)}${line("M480 190v170M400 250q80 90 160 0", 14, YELLOW)}`,
  shirt: garment(PAPER, GREEN),
  kaftan: `${shape("M400 92q80 40 160 0l112 62-26 178-58-12v200H372V320l-58 12-26-178z", "#3F6B58")}${line("M428 102q52 50 104 0", 18, YELLOW)}${line("M480 140v170", 14, YELLOW)}${line("M520 250h50v50M372 480h216", 10, "#BFE0CC")}`,
  gown: `${shape("M412 110l30 40h76l30-40 34 12-26 150 98 248H306l98-248-26-150z", "#A8325A")}${line("M404 272h152", 16, YELLOW)}${scatter(14, 480, 420, 110, 70, 11, [YELLOW, PAPER])}`,
  cap: `${shape("M300 420q-20-230 160-250 210-20 204 156l-4 94q-180 60-360 0z", "#8A1F2D")}${line("M302 400q180 60 358 0", 12, YELLOW)}${line("M372 250l46 50 46-50 46 50 46-50 46 50", 12, YELLOW)}`,
  sandals: [0, 1]
    .map(
      (i) =>
        `<g transform="translate(${i * 210 - 105} 0)">${shape("M420 500q-46-10-36-110 2-60-14-130 0-110 90-114 92 4 92 116-10 70-8 128 8 100-38 110z", CLAY)}${line("M384 300q78-70 154 0M462 180v76", 20, INK)}</g>`,
    )
    .join(""),
  bag: `${line("M392 250q0-130 88-130t88 130", 16)}${shape("M290 250h380l34 270H256z", "#B9713A")}${shape("M290 250h380l-50 110H340z", "#8F5222")}${ring(480, 356, 22, YELLOW)}`,
  headtie: `${shape("M270 430q-40-170 110-190-60-90 60-120 40 60 60 100 60-110 190-60-20 110-60 130 110 40 70 140-210 60-430 0z", "#5B3B8C")}${line("M300 400q180-120 370-10M380 244q60 60 60 130M560 250q-30 60-110 90", 9, YELLOW)}`,
  smartphone: phone("#2D63A8", scatter(12, 480, 260, 70, 100, 17, [YELLOW, PAPER, "#8AB8F2"])),
  buttonPhone: `${box(374, 110, 212, 410, 34, "#3A3F4A")}${box(402, 146, 156, 126, 8, "#BFE0CC")}${[0, 1, 2].map((row) => [0, 1, 2].map((i) => box(404 + i * 56, 306 + row * 62, 40, 38, 8, PAPER)).join("")).join("")}`,
  charger: `${box(330, 210, 170, 200, 24, PAPER)}${line("M374 210v-66M456 210v-66", 18)}${line("M414 410v50q0 56 66 56h120q70 0 70-70V330", 14)}${box(634, 260, 72, 84, 12, PAPER)}${shape("M424 250l-46 62h38l-12 54 50-66h-40z", YELLOW)}`,
  powerbank: `${box(320, 150, 320, 370, 36, INK)}${shape("M500 210l-92 126h66l-24 110 110-140h-74z", YELLOW)}${[0, 1, 2, 3].map((i) => dot(400 + i * 54, 486, 11, i < 3 ? "#4CC38A" : "#5F5748")).join("")}`,
  earbuds: `${box(300, 280, 360, 240, 90, PAPER)}${line("M300 380h360")}${dot(480, 440, 12, GREEN)}${ring(392, 214, 56, INK)}${box(372, 220, 40, 120, 20, INK)}${ring(568, 214, 56, INK)}${box(548, 220, 40, 120, 20, INK)}`,
  speaker: `${box(330, 110, 300, 410, 36, "#3A3F4A")}${ring(480, 386, 96, PAPER)}${ring(480, 386, 40, YELLOW)}${ring(480, 212, 50, PAPER)}`,
  cable: `${line("M300 500q-40-220 120-220t120 120 130 100q70-20 60-160", 20)}${box(690, 220, 84, 110, 14, PAPER)}${box(258, 430, 84, 90, 14, YELLOW)}`,
  bulb: `${shape("M480 90q160 0 160 160 0 80-70 150v50H390v-50q-70-70-70-150 0-160 160-160z", "#FFE08A")}${box(396, 450, 168, 70, 16, "#8FA3AD")}${line("M430 400v-90l50 46 50-46v90", 9)}`,
  watch: `${box(420, 80, 120, 440, 30, "#3A3F4A")}${box(360, 190, 240, 230, 60, INK)}${box(386, 216, 188, 178, 40, "#BFE0CC")}${line("M480 256v54l40 24", 12)}`,
  fan: `${line("M480 400v84", 18)}${shape("M370 520q110-70 220 0z", INK)}${ring(480, 256, 160, PAPER)}${[0, 120, 240].map((turn) => `<path d="M480 256q-60-110 10-140 66 40-10 140z" transform="rotate(${turn} 480 256)" fill="${BLUE}" ${S}/>`).join("")}${ring(480, 256, 22, YELLOW)}`,
  bucket: `${line("M300 230q180-200 360 0", 14)}${shape("M280 230h400l-46 290H326z", "#3C8DC0")}<ellipse cx="480" cy="230" rx="200" ry="46" fill="#7DB8DD" ${S}/>`,
  broom: `${box(462, 80, 36, 230, 14, CLAY)}${shape("M420 310h120l90 210H330z", "#D9B65A")}${line("M480 330v180M440 330l-40 180M520 330l40 180", 8)}${line("M416 336h128", 18, RED)}`,
  pot: `${line("M400 180q80-60 160 0", 14)}${box(290, 190, 380, 54, 24, "#8FA3AD")}${shape("M270 244h420v180q0 96-96 96H366q-96 0-96-96z", "#AEBBC2")}${line("M270 300h-54v60h54M690 300h54v60h-54", 14)}`,
  flask: `${box(430, 84, 100, 84, 16, INK)}${box(396, 168, 168, 352, 34, RED)}${box(396, 262, 168, 130, 0, PAPER)}${line("M430 306h100M430 348h64", 9)}${line("M564 240h62v190h-62", 20)}`,
  notebook: `${box(330, 120, 300, 400, 14, GREEN)}${box(390, 190, 190, 90, 6, PAPER)}${line("M420 236h130", 9)}${line("M366 120v400", 11)}`,
  gift: `${box(310, 270, 340, 250, 8, RED)}${box(286, 210, 388, 80, 8, "#D9542B")}${line("M480 210v310", 34, YELLOW)}${line("M480 206q-110-110-130-20 30 50 130 20 100 30 130-20-20-90-130 20z", 12)}`,
  torch: `${shape("M250 250l150 50v120l-150 50z", YELLOW)}${box(400, 300, 300, 120, 24, INK)}${box(500, 320, 60, 30, 12, RED)}${line("M210 270l-60-40M200 360h-70M210 450l-60 40", 11, "#C79300")}`,
  umbrella: `${shape("M190 330q30-220 290-220t290 220q-48-44-97 0-48-44-96 0-49-44-97 0-48-44-97 0-48-44-96 0-49-44-97 0z", YELLOW)}${line("M480 110V70M480 330v140q0 50 46 50t46-46", 14)}${line("M383 330q20-150 97-220 77 70 97 220", 9)}`,
} as const satisfies Record<string, string>;
export type DrawingName = keyof typeof DRAWINGS;

const stage = (ground: Ground, inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 640" width="960" height="640"><rect width="960" height="640" fill="${GROUNDS[ground]}"/><circle cx="480" cy="330" r="286" fill="#fff" opacity=".38"/>${inside}</svg>`;
const LANE = `<rect y="536" width="960" height="104" fill="${INK}"/><path d="M-20 590h1000" stroke="${YELLOW}" stroke-width="12" stroke-dasharray="64 40"/>`;
const standing = (drawing: DrawingName) =>
  `<ellipse cx="480" cy="530" rx="250" ry="20" fill="${INK}" opacity=".28"/>${DRAWINGS[drawing]}`;

export function productPicture(drawing: DrawingName, ground: Ground): string {
  return stage(ground, LANE + standing(drawing));
}

/** Draws a market stall with three of the store's goods. */
export function drawStorePicture(
  goods: readonly [DrawingName, DrawingName, DrawingName],
  ground: Ground,
  cloth: string,
): string {
  const stripes = Array.from(
    { length: 8 },
    (_, i) => `<path d="M${100 + i * 95} 84h95l14 112q-61 62-122 0z" fill="${i % 2 ? PAPER : cloth}" ${S}/>`,
  ).join("");
  const small = goods
    .map((drawing, i) => `<g transform="translate(${20 + i * 230} 214) scale(.48)">${standing(drawing)}</g>`)
    .join("");
  return stage(
    ground,
    `${line("M140 190v330M820 190v330", 18)}${LANE}${small}${box(110, 470, 740, 84, 6, CLAY)}${line("M110 512h740", 8)}${stripes}${box(84, 62, 792, 34, 10, INK)}`,
  );
}

/** Draws a photo at a door: a carton in front of a gate. */
export const doorPicture = (): string =>
  stage(
    "paper",
    box(180, 90, 600, 430, 6, GREEN) +
      [270, 360, 450, 510, 600, 690].map((x) => line(`M${x} 110v390`, 9)).join("") +
      LANE +
      box(330, 360, 300, 190, 8, CLAY) +
      line("M480 360v60M400 500h40"),
  );
