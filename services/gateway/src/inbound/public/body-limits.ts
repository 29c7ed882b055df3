/** Of a few short texts. */
export const SMALL_BODY_BYTES = 4 * 1024;
/** Of a stay; a quote's signed token is the largest part. */
export const STAY_BODY_BYTES = 16 * 1024;
/** Of every route that names no other. */
export const BODY_BYTES = 256 * 1024;
/** Of whole lists of prices or restrictions. */
export const LIST_BODY_BYTES = 1024 * 1024;
