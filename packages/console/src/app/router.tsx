import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
} from '@tanstack/react-router';
import { NoSuchPage, ScreenFailed } from './no-such-page.tsx';
import { bookingsSearch, readSearch, searchOf, writeSearch } from './search.ts';
import { Shell } from './shell.tsx';

/** Each screen is loaded when it is opened. A new one: its route here, its line in `screens.ts`, its words in `texts`. */

const root = createRootRoute({ component: Shell, notFoundComponent: NoSuchPage });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: searchOf('date', 'list'),
  component: lazyRouteComponent(() => import('../screens/today/today-screen.tsx'), 'TodayScreen'),
});

const bookings = createRoute({
  getParentRoute: () => root,
  path: '/bookings',
  validateSearch: bookingsSearch,
  component: lazyRouteComponent(() => import('../screens/bookings/bookings-screen.tsx'), 'BookingsScreen'),
});

const booking = createRoute({
  getParentRoute: () => root,
  path: '/bookings/$id',
  component: lazyRouteComponent(() => import('../screens/booking/booking-screen.tsx'), 'BookingScreen'),
});

const newBooking = createRoute({
  getParentRoute: () => root,
  path: '/new-booking',
  validateSearch: searchOf(
    'arrival',
    'departure',
    'adults',
    'ages',
    'units',
    'roomType',
    'resource',
    'features',
    'text',
    'like',
  ),
  component: lazyRouteComponent(
    () => import('../screens/new-booking/new-booking-screen.tsx'),
    'NewBookingScreen',
  ),
});

const rates = createRoute({
  getParentRoute: () => root,
  path: '/rates',
  validateSearch: searchOf('tab', 'roomType', 'from', 'days', 'layer', 'sees'),
  component: lazyRouteComponent(() => import('../screens/rates/rates-screen.tsx'), 'RatesScreen'),
});

const calendar = createRoute({
  getParentRoute: () => root,
  path: '/calendar',
  validateSearch: searchOf('from', 'days', 'type', 'find', 'list', 'prices', 'closed', 'stay', 'block'),
  component: lazyRouteComponent(() => import('../screens/calendar/calendar-screen.tsx'), 'CalendarScreen'),
});

const guests = createRoute({
  getParentRoute: () => root,
  path: '/guests',
  validateSearch: searchOf('q', 'verified'),
  component: lazyRouteComponent(() => import('../screens/guests/guests-screen.tsx'), 'GuestsScreen'),
});

const guest = createRoute({
  getParentRoute: () => root,
  path: '/guests/$id',
  component: lazyRouteComponent(() => import('../screens/guests/guest-screen.tsx'), 'GuestScreen'),
});

const channels = createRoute({
  getParentRoute: () => root,
  path: '/channels',
  validateSearch: searchOf('tab', 'conflict', 'state', 'resource'),
  component: lazyRouteComponent(() => import('../screens/channels/channels-screen.tsx'), 'ChannelsScreen'),
});

const connection = createRoute({
  getParentRoute: () => root,
  path: '/channels/$id',
  component: lazyRouteComponent(
    () => import('../screens/channels/connection-screen.tsx'),
    'ConnectionScreen',
  ),
});

const events = createRoute({
  getParentRoute: () => root,
  path: '/events',
  validateSearch: searchOf('type', 'booking', 'follow'),
  component: lazyRouteComponent(() => import('../screens/events/events-screen.tsx'), 'EventsScreen'),
});

const reports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  validateSearch: searchOf('from', 'to', 'compare', 'by', 'series', 'since'),
  component: lazyRouteComponent(() => import('../screens/reports/reports-screen.tsx'), 'ReportsScreen'),
});

const terms = createRoute({
  getParentRoute: () => root,
  path: '/terms',
  validateSearch: searchOf('tab'),
  component: lazyRouteComponent(() => import('../screens/terms/terms-screen.tsx'), 'TermsScreen'),
});

const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../screens/webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
});

const endpoint = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/$id',
  validateSearch: searchOf('status'),
  component: lazyRouteComponent(() => import('../screens/webhooks/endpoint-screen.tsx'), 'EndpointScreen'),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: searchOf('tab', 'mail', 'language'),
  component: lazyRouteComponent(() => import('../screens/settings/settings-screen.tsx'), 'SettingsScreen'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: () => <Navigate to="/" replace />,
});

export function createConsoleRouter() {
  return createRouter({
    routeTree: root.addChildren([
      home,
      bookings,
      booking,
      newBooking,
      rates,
      calendar,
      guests,
      guest,
      channels,
      connection,
      reports,
      terms,
      events,
      webhooks,
      endpoint,
      settings,
      signIn,
    ]),
    basepath: '/console',
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultErrorComponent: ScreenFailed,
    defaultPreload: 'intent',
    // The cache of queries decides what is read again.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  });
}

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: ConsoleRouter;
  }
}
