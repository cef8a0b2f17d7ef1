"""Where alerting and incident services keep what matters in their webhooks: data for `alert_services`."""

from __future__ import annotations

from kb.namedtuple import NamedTuple


class Shape(NamedTuple):
    """Where a service keeps what matters: paths with dots, of which the first that is there counts (all, of `texts`).
    `each` is the path of a list of alerts."""

    name: tuple[str, ...]
    status: tuple[str, ...]
    severity: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    each: str = ""


INCIDENT = Shape(("name",), ("status",), ("impact",), ("name",))
SHAPES = {
    "webhook:grafana-legacy": Shape(
        ("ruleName", "title"), ("state",), ("tags.severity",), ("title", "message")
    ),
    "webhook:pagerduty": Shape(
        ("event.data.title", "event.data.summary", "event.data.incident.summary",
         "data.incident.trigger_summary_data.subject", "data.incident.trigger_summary_data.description",
         "incident.title", "incident.description"),
        ("event.event_type", "type", "event", "data.incident.status", "event.data.status", "incident.status"),
        ("event.data.priority.summary", "event.data.urgency", "incident.urgency"),
        ("event.data.title", "data.incident.trigger_summary_data.subject", "incident.title", "incident.summary",
         "data.incident.trigger_summary_data.description", "event.data.content", "incident.description",
         "data.incident.service.name", "event.data.service.summary"),
        each="messages",
    ),
    "webhook:pagerduty-events-v2": Shape(
        ("payload.summary", "description", "dedup_key", "incident_key"), ("event_action", "event_type"),
        ("payload.severity",),
        ("payload.summary", "description", "payload.custom_details.firing", "payload.custom_details.resolved",
         "payload.custom_details.description", "payload.custom_details.message", "payload.class",
         "details.description"),
    ),
    "webhook:opsgenie": Shape(
        ("alert.message",), ("action",), ("alert.priority",), ("alert.message", "alert.description", "alert.note"),
    ),
    "webhook:datadog": Shape(
        ("title", "event_title", "alert_title"), ("alert_transition", "alert_status"),
        ("alert_priority", "priority", "alert_type"),
        ("title", "event_title", "body", "event_msg", "text_only_msg"),
    ),
    "webhook:sentry": Shape(
        ("event.title", "data.event.title", "data.issue.title", "message", "data.metric_alert.title"),
        ("action", "data.issue.status", "status"), ("event.level", "data.event.level", "data.issue.level", "level"),
        ("message", "culprit", "event.title", "data.event.title", "data.issue.title", "data.event.culprit",
         "data.issue.culprit", "data.issue.metadata.value", "data.event.logentry.formatted", "data.description_text",
         "data.event.metadata.value", "data.description_title"),
    ),
    "webhook:statuspage": Shape(
        ("incident.name", "component.name", "page.name", "name"),
        ("incident.status", "component_update.new_status", "component.status", "status"),
        ("incident.impact", "status.indicator"), ("incident.name",),
    ),
    "webhook:newrelic": Shape(
        ("condition_name", "conditionName", "title", "issueTitle"), ("current_state", "state", "status"),
        ("severity", "priority"), ("condition_name", "details", "title", "issueTitle", "policy_name"),
    ),
    "webhook:checkmk": Shape(
        ("summary", "service", "host"), ("status", "event", "notification_type"), ("severity", "status"),
        ("summary", "output", "long_output"),
    ),
    "webhook:librenms": Shape(
        ("name", "rule", "title"), ("state", "status"), ("severity",), ("title", "msg", "rule", "sysDescr"),
    ),
    "webhook:pingdom": Shape(
        ("check_name",), ("current_state",), ("current_state",), ("check_name", "description", "long_description"),
    ),
    "webhook:nagios": Shape(
        ("service_description", "servicedesc", "SERVICEDESC", "NAGIOS_SERVICEDESC", "service", "host_name",
         "hostname", "HOSTNAME", "NAGIOS_HOSTNAME", "host"),
        ("notification_type", "NOTIFICATIONTYPE", "NAGIOS_NOTIFICATIONTYPE", "service_state", "servicestate",
         "SERVICESTATE", "NAGIOS_SERVICESTATE", "host_state", "hoststate", "HOSTSTATE", "NAGIOS_HOSTSTATE"),
        ("service_state", "servicestate", "SERVICESTATE", "NAGIOS_SERVICESTATE", "host_state", "hoststate",
         "HOSTSTATE", "NAGIOS_HOSTSTATE"),
        ("service_output", "serviceoutput", "SERVICEOUTPUT", "NAGIOS_SERVICEOUTPUT", "host_output", "HOSTOUTPUT",
         "NAGIOS_HOSTOUTPUT", "output"),
    ),
    "webhook:graylog": Shape(
        ("stream.title", "event_definition_title", "event.message"), ("event.alert",), (),
        ("check_result.result_description", "event_definition_title", "event_definition_description", "event.message"),
    ),
}  # fmt: skip
"""Format -> where its webhook keeps what matters."""
