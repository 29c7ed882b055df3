import { fr as booking } from './booking/fr.ts';
import { fr as bookings } from './bookings/fr.ts';
import { fr as calendar } from './calendar/fr.ts';
import { fr as channels } from './channels/fr.ts';
import { fr as common } from './common/fr.ts';
import { fr as desk } from './desk/fr.ts';
import { fr as events } from './events/fr.ts';
import { fr as faults } from './faults/fr.ts';
import { fr as find } from './find/fr.ts';
import { fr as newBooking } from './new-booking/fr.ts';
import { fr as guests } from './guests/fr.ts';
import { fr as policy } from './policy/fr.ts';
import { fr as prices } from './prices/fr.ts';
import { fr as rates } from './rates/fr.ts';
import { fr as refusals } from './refusals/fr.ts';
import { fr as reports } from './reports/fr.ts';
import { fr as settings } from './settings/fr.ts';
import { fr as shell } from './shell/fr.ts';
import { fr as signIn } from './sign-in/fr.ts';
import { fr as stayChange } from './stay-change/fr.ts';
import { fr as terms } from './terms/fr.ts';
import { fr as today } from './today/fr.ts';
import { fr as webhooks } from './webhooks/fr.ts';
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
