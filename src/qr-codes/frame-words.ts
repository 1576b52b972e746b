import type { FrameLanguage } from "./style.ts";

/** What a frame says, by language. */
export const FRAME_WORDS: Readonly<Record<FrameLanguage, string>> = {
  en: "Scan me",
  de: "Scan mich",
  fr: "Scannez-moi",
  es: "Escanéame",
  it: "Scansionami",
  nl: "Scan mij",
  pt: "Leia-me",
  pl: "Zeskanuj mnie",
  ja: "スキャンしてね",
  zh: "扫一扫",
};
