/** The form in which tags are compared: what looks the same is the same tag (Unicode NFC, without outer blanks). */
export const tagForm = (tag: string): string => tag.normalize("NFC").trim();
