import { LodgingBooking } from './lodging-booking.ts';
import { LodgingManage } from './lodging-manage.ts';
import type { BookingEvents } from './run/announce.ts';

export { LodgingBooking, LodgingManage };
export type { BookingEvents };
export type { Texts } from './texts/texts.ts';

declare global {
  interface HTMLElementTagNameMap {
    'lodging-booking': LodgingBooking;
    'lodging-manage': LodgingManage;
  }
}

// A server that renders the page imports this file too, and may have no registry.
if (typeof customElements !== 'undefined') {
  if (customElements.get('lodging-booking') === undefined)
    customElements.define('lodging-booking', LodgingBooking);
  if (customElements.get('lodging-manage') === undefined)
    customElements.define('lodging-manage', LodgingManage);
}
