/** Of a few short texts. */
export const SMALL_BODY_BYTES = 4 * 1024;
/** Of a stay, or of a few texts and addresses; a quote's signed token is the largest part. */
export const STAY_BODY_BYTES = 16 * 1024;
/** Of notes, metadata, reasons of exemptions or a few hundred ids. */
export const DETAILS_BODY_BYTES = 64 * 1024;
/** Of every route that takes a body and names no other: a change token may have 192 KiB. */
export const BODY_BYTES = 256 * 1024;
/** Of whole lists of prices or restrictions. */
export const LIST_BODY_BYTES = 1024 * 1024;
