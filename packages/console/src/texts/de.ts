import { de as booking } from './booking/de.ts';
import { de as bookings } from './bookings/de.ts';
import { de as calendar } from './calendar/de.ts';
import { de as channels } from './channels/de.ts';
import { de as common } from './common/de.ts';
import { de as desk } from './desk/de.ts';
import { de as events } from './events/de.ts';
import { de as faults } from './faults/de.ts';
import { de as find } from './find/de.ts';
import { de as newBooking } from './new-booking/de.ts';
import { de as guests } from './guests/de.ts';
import { de as policy } from './policy/de.ts';
import { de as prices } from './prices/de.ts';
import { de as rates } from './rates/de.ts';
import { de as refusals } from './refusals/de.ts';
import { de as reports } from './reports/de.ts';
import { de as settings } from './settings/de.ts';
import { de as shell } from './shell/de.ts';
import { de as signIn } from './sign-in/de.ts';
import { de as stayChange } from './stay-change/de.ts';
import { de as terms } from './terms/de.ts';
import { de as today } from './today/de.ts';
import { de as webhooks } from './webhooks/de.ts';
import type { Texts } from './texts.ts';

export const texts: Texts = {
  booking,
  bookings,
  calendar,
  channels,
  common,
  desk,
  events,
  faults,
  find,
  newBooking,
  guests,
  policy,
  prices,
  rates,
  refusals,
  reports,
  settings,
  shell,
  signIn,
  stayChange,
  terms,
  today,
  webhooks,
};
