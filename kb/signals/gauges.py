"""Gauges of well-known exporters: what they are called here, their base unit, and when they are bad by themselves.

Limits are those of the vendors or of common alert rules; where load alone is no fault there is none.
"""

from __future__ import annotations

from kb.signals.limits import Limits

_MIB = 1024**2 * 1e-9

GAUGES: dict[str, Limits] = {
    "up": Limits("target_up", None, None, 0, low=True),
    "node_load1": Limits("load_average"), "node_procs_blocked": Limits("blocked_processes", None, 4, 20),
    "node_timex_sync_status": Limits("clock_synchronised", None, 0, low=True),
    "node_timex_offset_seconds": Limits("clock_offset", "s", 0.1, 1),
    "node_pressure_io_waiting_seconds_total": Limits("io_pressure", "s"),
    "DCGM_FI_DEV_GPU_UTIL": Limits("gpu_utilization", "%"),
    "DCGM_FI_DEV_MEM_COPY_UTIL": Limits("gpu_memory_bandwidth_utilization", "%"),
    "DCGM_FI_DEV_GPU_TEMP": Limits("gpu_temperature", "C", 88, 95),
    "DCGM_FI_DEV_MEMORY_TEMP": Limits("gpu_memory_temperature", "C", 95, 105),
    "DCGM_FI_DEV_POWER_USAGE": Limits("gpu_power", "W"), "DCGM_FI_DEV_SM_CLOCK": Limits("gpu_clock", "MHz"),
    "DCGM_FI_DEV_FB_USED": Limits("gpu_memory_used", "GB", factor=_MIB),
    "DCGM_FI_DEV_FB_FREE": Limits("gpu_memory_free", "GB", factor=_MIB),
    "DCGM_FI_DEV_ECC_DBE_VOL_TOTAL": Limits("gpu_ecc_uncorrectable", None, None, 1),
    "DCGM_FI_DEV_ECC_SBE_VOL_TOTAL": Limits("gpu_ecc_correctable"),
    "DCGM_FI_DEV_ROW_REMAP_FAILURE": Limits("gpu_row_remap_failure", None, None, 1),
    "DCGM_FI_DEV_ROW_REMAP_PENDING": Limits("gpu_row_remap_pending", None, 1),
    "DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS": Limits("gpu_remapped_rows_uncorrectable", None, 1),
    "DCGM_FI_DEV_PCIE_REPLAY_COUNTER": Limits("pcie_replays"),
    "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE": Limits("tensor_core_activity", "%", factor=100),
    "DCGM_FI_PROF_SM_ACTIVE": Limits("sm_activity", "%", factor=100),
    "DCGM_FI_PROF_GR_ENGINE_ACTIVE": Limits("gpu_utilization", "%", factor=100),
    "DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL": Limits("nvlink_crc_errors", None, 100),
    "DCGM_FI_DEV_NVLINK_RECOVERY_ERROR_COUNT_TOTAL": Limits("nvlink_recovery_errors", None, 1),
    "nvidia_smi_utilization_gpu_ratio": Limits("gpu_utilization", "%", factor=100),
    "nvidia_smi_temperature_gpu": Limits("gpu_temperature", "C", 88, 95),
    "nvidia_smi_temperature_memory": Limits("gpu_memory_temperature", "C", 95, 105),
    "nvidia_smi_power_draw_watts": Limits("gpu_power", "W"),
    "nvidia_smi_memory_used_bytes": Limits("gpu_memory_used", "GB", factor=1e-9),
    "nvidia_smi_clocks_current_sm_clock_hz": Limits("gpu_clock", "MHz", factor=1e-6),
    "nvidia_smi_ecc_errors_uncorrected_volatile_total": Limits("gpu_ecc_uncorrectable", None, None, 1),
    "nvidia_smi_remapped_rows_failure": Limits("gpu_row_remap_failure", None, None, 1),
    "nvidia_smi_remapped_rows_pending": Limits("gpu_row_remap_pending", None, 1),
    "nvidia_smi_clocks_event_reasons_hw_slowdown": Limits("gpu_hw_slowdown", None, 1),
    "nvidia_smi_clocks_event_reasons_hw_thermal_slowdown": Limits("gpu_thermal_slowdown", None, 1),
    "nvidia_smi_clocks_event_reasons_sw_thermal_slowdown": Limits("gpu_thermal_slowdown", None, 1),
    "nvidia_smi_clocks_event_reasons_hw_power_brake_slowdown": Limits("gpu_power_brake", None, 1),
    "vllm:num_requests_running": Limits("requests_running"),
    "vllm:num_requests_waiting": Limits("requests_waiting", None, 50, 500),
    "vllm:num_requests_swapped": Limits("requests_swapped", None, 1),
    "vllm:gpu_cache_usage_perc": Limits("kv_cache_usage", "%", 95, factor=100),
    "vllm:kv_cache_usage_perc": Limits("kv_cache_usage", "%", 95, factor=100),
    "vllm:num_preemptions_total": Limits("preemptions"),
    "vllm:avg_generation_throughput_toks_per_s": Limits("generation_throughput", "tokens/s"),
    "vllm:avg_prompt_throughput_toks_per_s": Limits("prompt_throughput", "tokens/s"),
    "etcd_server_has_leader": Limits("etcd_has_leader", None, None, 0, low=True),
    "etcd_server_leader_changes_seen_total": Limits("etcd_leader_changes"),
    "etcd_server_proposals_pending": Limits("etcd_proposals_pending", None, 5, 100),
    "etcd_server_proposals_failed_total": Limits("etcd_proposals_failed"),
    "etcd_mvcc_db_total_size_in_bytes": Limits("etcd_db_size", "GB", factor=1e-9),
    "etcd_server_quota_backend_bytes": Limits("etcd_quota", "GB", factor=1e-9),
}  # fmt: skip
"""Gauges (and a few counters that should be zero) of well-known exporters."""
