/** What this project uses of qrcode-svg 1.1.0, which ships no types. */
declare module "qrcode-svg" {
  class QRCode {
    constructor(options: { content: string; ecl: "L" | "M" | "Q" | "H" });

    readonly qrcode: {
      /** Version of the symbol, 1 to 40: 17 + 4 * version modules on each side. */
      typeNumber: number;
      /** The encoded codewords; `null` has `make` compute them again. */
      dataCache: number[] | null;
      /** `modules[row][column]`, top left first, without a quiet zone; `true` is dark. */
      readonly modules: readonly (readonly boolean[])[];
      /** Draws the symbol of `typeNumber` anew into `modules`. */
      make(): void;
    };
  }
  export = QRCode;
}
