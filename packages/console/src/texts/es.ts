import { es as booking } from './booking/es.ts';
import { es as bookings } from './bookings/es.ts';
import { es as calendar } from './calendar/es.ts';
import { es as channels } from './channels/es.ts';
import { es as common } from './common/es.ts';
import { es as desk } from './desk/es.ts';
import { es as events } from './events/es.ts';
import { es as faults } from './faults/es.ts';
import { es as find } from './find/es.ts';
import { es as newBooking } from './new-booking/es.ts';
import { es as guests } from './guests/es.ts';
import { es as policy } from './policy/es.ts';
import { es as prices } from './prices/es.ts';
import { es as rates } from './rates/es.ts';
import { es as refusals } from './refusals/es.ts';
import { es as reports } from './reports/es.ts';
import { es as settings } from './settings/es.ts';
import { es as shell } from './shell/es.ts';
import { es as signIn } from './sign-in/es.ts';
import { es as stayChange } from './stay-change/es.ts';
import { es as terms } from './terms/es.ts';
import { es as today } from './today/es.ts';
import { es as webhooks } from './webhooks/es.ts';
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
