import { describe, expect, test } from "vitest";
import { codesIn, scannedCode } from "./scanned-code.ts";

describe("tracking codes in a scan", () => {
  test.each([
    ["OD48210973NG", "OD48210973NG"],
    [" od 4821-0973 ng\r\n", "OD48210973NG"],
    ["https://ona.example/track?code=OD48210973NG", "OD48210973NG"],
    ["https>&&ona.example&track_code)OD48210973NG", "OD48210973NG"],
    ["OD48210973NGOD48210973NG", "OD48210973NG"],
    ["RX1795310001234", "RX1795310001234"],
  ])("%j is read as %s", (text, code) => expect(scannedCode(text)).toBe(code));

  test.each(["", "OD4821097NG", "5449000000996", "OD48210973NG OD11112222NG", "https://ona.example/track"])(
    "%j is no code",
    (text) => expect(scannedCode(text)).toBeNull(),
  );

  test("a list holds each code once, in its order", () =>
    expect(codesIn("OD22223333NG, od11112222ng\nOD22223333NG; x")).toEqual(["OD22223333NG", "OD11112222NG"]));
});
