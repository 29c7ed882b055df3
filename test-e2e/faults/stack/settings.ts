/** Short, so that each minute sees their ends. */
export const HOLD_SECONDS = 8;

/** The settings of the product under test. */
export const SETTINGS = {
  HOLD_TTL_SECONDS: String(HOLD_SECONDS),
  CHANGE_TTL_SECONDS: String(HOLD_SECONDS),
  QUOTE_TTL_SECONDS: '60',
  GUEST_CODE_TTL_SECONDS: '60',
  RECONCILE_SECONDS: '3',
  REFUND_SWEEP_SECONDS: '5',
};
