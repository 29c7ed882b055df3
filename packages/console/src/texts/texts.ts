import type { BookingTexts } from './booking/en.ts';
import type { BookingsTexts } from './bookings/en.ts';
import type { CalendarTexts } from './calendar/en.ts';
import type { ChannelsTexts } from './channels/en.ts';
import type { CommonTexts } from './common/en.ts';
import type { DeskTexts } from './desk/en.ts';
import type { EventsTexts } from './events/en.ts';
import type { FindTexts } from './find/en.ts';
import type { NewBookingTexts } from './new-booking/en.ts';
import type { GuestsTexts } from './guests/en.ts';
import type { PolicyTexts } from './policy/en.ts';
import type { PricesTexts } from './prices/en.ts';
import type { RatesTexts } from './rates/en.ts';
import type { RefusalTexts } from './refusals/en.ts';
import type { ReportsTexts } from './reports/en.ts';
import type { SettingsTexts } from './settings/en.ts';
import type { ShellTexts } from './shell/en.ts';
import type { SignInTexts } from './sign-in/en.ts';
import type { StayChangeTexts } from './stay-change/en.ts';
import type { TermsTexts } from './terms/en.ts';
import type { TodayTexts } from './today/en.ts';
import type { WebhooksTexts } from './webhooks/en.ts';

/** The words of the page, by screen. English has the types: another language that lacks a word is a type error. */
export interface Texts {
  readonly booking: BookingTexts;
  readonly bookings: BookingsTexts;
  readonly calendar: CalendarTexts;
  readonly channels: ChannelsTexts;
  readonly common: CommonTexts;
  readonly desk: DeskTexts;
  readonly events: EventsTexts;
  readonly find: FindTexts;
  readonly newBooking: NewBookingTexts;
  readonly guests: GuestsTexts;
  readonly policy: PolicyTexts;
  readonly prices: PricesTexts;
  readonly rates: RatesTexts;
  readonly refusals: RefusalTexts;
  readonly reports: ReportsTexts;
  readonly settings: SettingsTexts;
  readonly shell: ShellTexts;
  readonly signIn: SignInTexts;
  readonly stayChange: StayChangeTexts;
  readonly terms: TermsTexts;
  readonly today: TodayTexts;
  readonly webhooks: WebhooksTexts;
}
