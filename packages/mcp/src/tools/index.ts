import type { Tool } from '../tool.ts';
import { availability } from './availability.ts';
import { bookingState } from './booking-state.ts';
import { cancelBooking } from './cancel-booking.ts';
import { confirmStay } from './confirm-stay.ts';
import { hold } from './hold.ts';
import { paymentLink } from './payment-link.ts';
import { previewCancellation } from './preview-cancellation.ts';
import { quote } from './quote.ts';
import { search } from './search.ts';
import { sendCode } from './send-code.ts';
import { verifyCode } from './verify-code.ts';

/** In the order of a stay. */
export const tools: readonly Tool[] = [
  search,
  availability,
  quote,
  hold,
  sendCode,
  verifyCode,
  paymentLink,
  confirmStay,
  bookingState,
  previewCancellation,
  cancelBooking,
];
