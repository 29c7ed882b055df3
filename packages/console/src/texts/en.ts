import { en as booking } from './booking/en.ts';
import { en as bookings } from './bookings/en.ts';
import { en as calendar } from './calendar/en.ts';
import { en as channels } from './channels/en.ts';
import { en as common } from './common/en.ts';
import { en as desk } from './desk/en.ts';
import { en as events } from './events/en.ts';
import { en as faults } from './faults/en.ts';
import { en as find } from './find/en.ts';
import { en as newBooking } from './new-booking/en.ts';
import { en as guests } from './guests/en.ts';
import { en as policy } from './policy/en.ts';
import { en as prices } from './prices/en.ts';
import { en as rates } from './rates/en.ts';
import { en as refusals } from './refusals/en.ts';
import { en as reports } from './reports/en.ts';
import { en as settings } from './settings/en.ts';
import { en as shell } from './shell/en.ts';
import { en as signIn } from './sign-in/en.ts';
import { en as stayChange } from './stay-change/en.ts';
import { en as terms } from './terms/en.ts';
import { en as today } from './today/en.ts';
import { en as webhooks } from './webhooks/en.ts';
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
