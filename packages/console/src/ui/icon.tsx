/** The icons of the page; none of them stands without a word. */
export {
  CalendarDays,
  CalendarRange,
  ChartNoAxesCombined,
  CircleUserRound,
  Sun,
  List,
  Percent,
  Plug,
  Plus,
  ScrollText,
  Search,
  Settings,
  Users,
  Webhook,
  Zap,
} from 'lucide-react';
