import type { Dashboard } from './dashboard.ts';
import { above, figure, lines, logLines } from './panel.ts';

const ONE = 'service_name=~"$service"';

/** Rate, errors and the spread of durations of one kind of work. */
function workPanels(title: string, metric: string, by: string, failed: string, about: string) {
  const share = (matcher: string): string =>
    `sum by (${by}) (rate(${metric}_count{${ONE}${matcher}}[$__rate_interval]))`;
  const quantile = (q: number): string =>
    `histogram_quantile(${q}, sum by (le) (rate(${metric}_bucket{${ONE}}[$__rate_interval])))`;
  return [
    lines(`${title}: rate`, 'reqps', `${about} Rate a second.`, [[share(''), `{{${by}}}`]]),
    lines(`${title}: failures`, 'reqps', `${about} Failures, without refusals.`, [
      [share(`, ${failed}`), `{{${by}}}`],
    ]),
    lines(`${title}: duration`, 's', `${about} Duration.`, [
      [quantile(0.5), 'half of them'],
      [quantile(0.95), '95 %'],
      [quantile(0.99), '99 %'],
    ]),
  ];
}

export const service: Dashboard = {
  uid: 'lodging-service',
  title: 'Lodging: one service',
  description: 'Rate, errors and duration of the operations of one service, and the state of its processes.',
  variables: [
    {
      name: 'service',
      label: 'Service',
      query: 'label_values(lodging_build_info, service_name)',
      multiple: false,
    },
  ],
  rows: [
    {
      title: 'Now',
      panels: [
        figure(
          'Processes',
          'none',
          'Processes of the service that Prometheus sees.',
          `count(lodging_build_info{${ONE}})`,
        ),
        figure(
          'Youngest process',
          's',
          'Time since the last start. Repeatedly low: the service restarts.',
          `min(process_uptime_seconds{${ONE}})`,
        ),
        figure(
          'Versions',
          'none',
          'More than one: a rollout is in progress, or stuck.',
          `count(count by (service_version) (lodging_build_info{${ONE}}))`,
          { thresholds: above(2, 3) },
        ),
        figure(
          'Event loop busy',
          'percentunit',
          'The busiest process. Near 100 % every response is delayed.',
          `max(nodejs_eventloop_utilization_ratio{${ONE}})`,
          { thresholds: above(0.7, 0.95), decimals: 0 },
        ),
        figure(
          'Memory',
          'bytes',
          'Resident memory of the largest process.',
          `max(process_memory_usage_bytes{${ONE}})`,
        ),
        figure(
          'Dead letters',
          'none',
          'Events that this service could not handle.',
          `max(lodging_dead_letters_waiting{${ONE}})`,
          { thresholds: above(1, 1) },
        ),
      ],
    },
    {
      title: 'HTTP requests (gateway, payments)',
      panels: workPanels(
        'HTTP',
        'http_server_request_duration_seconds',
        'http_route',
        'http_response_status_code=~"5.."',
        'External requests, by route.',
      ),
    },
    {
      title: 'Requests from other services',
      panels: [
        ...workPanels(
          'Requests',
          'rpc_server_call_duration_seconds',
          'rpc_method',
          'error_type!=""',
          'Requests from other services over NATS, by operation.',
        ),
        lines(
          'Refusals',
          'reqps',
          'Refusals by reason. They are expected; check a new reason with a high rate.',
          [
            [
              `sum by (rpc_response_status_code) (rate(rpc_server_call_duration_seconds_count{${ONE}, rpc_response_status_code!="ok"}[$__rate_interval]))`,
              '{{rpc_response_status_code}}',
            ],
          ],
        ),
        lines(
          'Requests in progress',
          'short',
          'Requests in progress and waiting, and the limit of a single tenant. A request waits up to a second, then is refused: rate-limited if the tenant uses its share, otherwise overloaded.',
          [
            [`max by (instance) (lodging_rpc_server_running{${ONE}})`, '{{instance}}'],
            [`max by (instance) (lodging_rpc_server_waiting{${ONE}})`, '{{instance}} waiting'],
            [`max(lodging_rpc_server_limit{${ONE}})`, 'limit'],
          ],
        ),
        lines('HTTP in progress', 'short', 'External requests in progress.', [
          [`sum by (instance) (http_server_active_requests{${ONE}})`, '{{instance}}'],
        ]),
      ],
    },
    {
      title: 'Outgoing requests',
      panels: [
        ...workPanels(
          'Neighbours',
          'rpc_client_call_duration_seconds',
          'rpc_method',
          'error_type!=""',
          'Requests to other services, including retries.',
        ),
        ...workPanels(
          'Strangers',
          'http_client_request_duration_seconds',
          'lodging_peer',
          'error_type!=""',
          'Calls to the payment provider, calendars and webhook receivers.',
        ),
        ...workPanels(
          'Database',
          'db_client_operation_duration_seconds',
          'db_query_summary',
          'error_type!=""',
          'Statements and transactions, including the wait for a connection.',
        ),
      ],
    },
    {
      title: 'Events',
      panels: [
        lines('Published', 'eps', 'Events published to their stream.', [
          [
            `sum by (messaging_destination_name) (rate(messaging_client_sent_messages_total{${ONE}}[$__rate_interval]))`,
            '{{messaging_destination_name}}',
          ],
        ]),
        ...workPanels(
          'Processing',
          'messaging_process_duration_seconds',
          'messaging_destination_name',
          'error_type!=""',
          'Handled events, including redeliveries.',
        ),
        lines('Timers', 's', 'The duration of timer runs, 95th percentile.', [
          [
            `histogram_quantile(0.95, sum by (le, lodging_timer) (rate(lodging_timer_duration_seconds_bucket{${ONE}}[$__rate_interval])))`,
            '{{lodging_timer}}',
          ],
        ]),
        lines('Timer runs that failed', 'ops', 'Retried with the next run; repeated failures alert.', [
          [
            `sum by (lodging_timer, error_type) (rate(lodging_timer_duration_seconds_count{${ONE}, error_type!=""}[$__rate_interval]))`,
            '{{lodging_timer}} {{error_type}}',
          ],
        ]),
      ],
    },
    {
      title: 'The process',
      panels: [
        lines('CPU', 'percentunit', 'CPU time used, as a share of one core.', [
          [
            `sum by (instance) (rate(process_cpu_time_seconds_total{${ONE}}[$__rate_interval]))`,
            '{{instance}}',
          ],
        ]),
        lines('Memory', 'bytes', 'Resident memory and heap of each process.', [
          [`max by (instance) (process_memory_usage_bytes{${ONE}})`, '{{instance}} resident'],
          [`sum by (instance) (v8js_memory_heap_used_bytes{${ONE}})`, '{{instance}} heap'],
        ]),
        lines(
          'Event loop delay',
          's',
          'The 99th percentile since the last scrape. Alerts above 250 ms for ten minutes.',
          [[`max by (instance) (nodejs_eventloop_delay_p99_seconds{${ONE}})`, '{{instance}}']],
          { thresholds: above(0.1, 0.25) },
        ),
        lines(
          'Event loop busy',
          'percentunit',
          'The share of time in which the event loop was busy.',
          [[`max by (instance) (nodejs_eventloop_utilization_ratio{${ONE}})`, '{{instance}}']],
          { max: 1 },
        ),
        lines(
          'Garbage collection',
          'percentunit',
          'The share of time in which garbage collection paused the process.',
          [
            [
              `sum by (instance, v8js_gc_type) (rate(v8js_gc_duration_seconds_sum{${ONE}}[$__rate_interval]))`,
              '{{instance}} {{v8js_gc_type}}',
            ],
          ],
        ),
        lines(
          'By operation, with traces',
          's',
          'Span metrics of the collector; a dot opens a trace. Empty without a collector.',
          [
            [
              `histogram_quantile(0.95, sum by (le, span_name) (rate(traces_span_metrics_duration_seconds_bucket{${ONE}, span_kind=~"SPAN_KIND_SERVER|SPAN_KIND_CONSUMER"}[$__rate_interval])))`,
              '{{span_name}}',
            ],
          ],
          { exemplars: true },
        ),
      ],
    },
    {
      title: 'Logs',
      panels: [
        logLines(
          'Lines',
          'All log lines of the service, newest first.',
          '{service_namespace="lodging", service_name=~"$service"}',
        ),
      ],
    },
  ],
};
