import type { Texts } from '../texts/texts.ts';
import {
  CalendarDays,
  Sun,
  List,
  Percent,
  Plug,
  Settings,
  Webhook,
  Zap,
  ChartNoAxesCombined,
  ScrollText,
  Users,
} from '../ui/icon.tsx';

/** The links of the navigation, in their order. */
export const SCREENS = [
  { to: '/', name: 'today', icon: Sun },
  { to: '/calendar', name: 'calendar', icon: CalendarDays },
  { to: '/bookings', name: 'bookings', icon: List },
  { to: '/guests', name: 'guests', icon: Users },
  { to: '/rates', name: 'rates', icon: Percent },
  { to: '/channels', name: 'channels', icon: Plug },
  { to: '/reports', name: 'reports', icon: ChartNoAxesCombined },
  { to: '/terms', name: 'terms', icon: ScrollText },
  { to: '/webhooks', name: 'webhooks', icon: Webhook },
  { to: '/events', name: 'events', icon: Zap },
  { to: '/settings', name: 'settings', icon: Settings },
] as const satisfies readonly {
  readonly to: string;
  readonly name: keyof Texts['shell']['screens'];
  readonly icon: typeof List;
}[];
