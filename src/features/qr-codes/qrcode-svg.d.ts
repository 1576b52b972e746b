/** What this project uses of qrcode-svg 1.1.0, which ships no types. */
declare module "qrcode-svg" {
  class QRCode {
    constructor(options: { content: string; ecl: "L" | "M" | "Q" | "H" });
    readonly qrcode: QRCode.Model;
  }

  namespace QRCode {
    interface Model {
      /** Version of the symbol, 1 to 40: 17 + 4 * version modules on each side. */
      typeNumber: number;
      dataList: unknown[];
      /** `modules[row][column]`, top left first, without a quiet zone; `true` is dark. */
      readonly modules: readonly (readonly boolean[])[];
      /** Adds data; the next drawing recomputes the codewords. */
      addData(content: string): void;
      /** Draws the symbol into new `modules`, with the best mask. */
      make(): void;
    }
  }

  export = QRCode;
}
