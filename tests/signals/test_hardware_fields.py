"""Every field by which `nvidia-smi -q`, `dcgmi diag`, `ibstat` and `smartctl` say that hardware is not well.

One healthy output a tool, in which one line is replaced: what was fine must be a signal of the severity given then, and
its name or text must say which.
"""

from __future__ import annotations

import pytest

from kb.signals import read
from kb.signals.model import SEVERITIES

NVIDIA = """==============NVSMI LOG==============

Timestamp                                 : Tue Mar 10 04:12:00 2026
Driver Version                            : 570.86.15
CUDA Version                              : 12.8

Attached GPUs                             : 1
GPU 00000000:5D:00.0
    Product Name                          : NVIDIA H100 80GB HBM3
    Persistence Mode                      : Enabled
    ECC Mode
        Current                           : Enabled
        Pending                           : Enabled
    GPU Recovery Action                   : None
    GPU Reset Status
        Reset Required                    : No
        Drain and Reset Recommended       : No
    PCI
        GPU Link Info
            PCIe Generation
                Max                       : 5
                Current                   : 5
            Link Width
                Max                       : 16x
                Current                   : 16x
        Replays Since Reset               : 0
    Performance State                     : P0
    Clocks Event Reasons
        Idle                              : Not Active
        HW Slowdown                       : Not Active
            HW Thermal Slowdown           : Not Active
            HW Power Brake Slowdown       : Not Active
        SW Thermal Slowdown               : Not Active
    FB Memory Usage
        Total                             : 81559 MiB
        Used                              : 70110 MiB
    Utilization
        Gpu                               : 92 %
        Memory                            : 41 %
    ECC Errors
        Volatile
            SRAM Correctable              : 0
            SRAM Uncorrectable Parity     : 0
            SRAM Uncorrectable SEC-DED    : 0
            DRAM Correctable              : 0
            DRAM Uncorrectable            : 0
        Aggregate
            SRAM Correctable              : 0
            SRAM Uncorrectable Parity     : 0
            SRAM Uncorrectable SEC-DED    : 0
            DRAM Correctable              : 0
            DRAM Uncorrectable            : 0
            SRAM Threshold Exceeded       : No
        Channel Repair Pending            : No
        TPC Repair Pending                : No
    Retired Pages
        Single Bit ECC                    : 0
        Double Bit ECC                    : 0
        Pending Page Blacklist            : No
    Remapped Rows
        Correctable Error                 : 0
        Uncorrectable Error               : 0
        Pending                           : No
        Remapping Failure Occurred        : No
        Bank Remap Availability Histogram
            Max                           : 2560 bank(s)
            High                          : 0 bank(s)
            Partial                       : 0 bank(s)
            Low                           : 0 bank(s)
            None                          : 0 bank(s)
    Temperature
        GPU Current Temp                  : 58 C
        GPU T.Limit Temp                  : 28 C
        GPU Shutdown T.Limit Temp         : -8 C
        GPU Slowdown T.Limit Temp         : -2 C
        Memory Current Temp               : 66 C
    GPU Power Readings
        Power Draw                        : 612.00 W
        Current Power Limit               : 700.00 W
    Clocks
        SM                                : 1800 MHz
    Max Clocks
        SM                                : 1980 MHz
    Fabric
        State                             : Completed
        Status                            : Success
        Health
            Bandwidth                     : N/A
            Route Recovery in progress    : False
            Route Unhealthy               : False
            Access Timeout Recovery       : False
"""
NVIDIA_FIELDS = [
    ("HW Slowdown                       : Not Active", "Active", "error", "gpu throttled: hw slowdown"),
    ("HW Thermal Slowdown           : Not Active", "Active", "error", "gpu throttled: hw thermal slowdown"),
    ("HW Power Brake Slowdown       : Not Active", "Active", "error", "gpu throttled: hw power brake slowdown"),
    ("SW Thermal Slowdown               : Not Active", "Active", "warning", "gpu throttled: sw thermal slowdown"),
    ("SRAM Uncorrectable Parity     : 0", "1", "error", "gpu_ecc_sram_uncorrectable_parity_volatile"),
    ("SRAM Uncorrectable SEC-DED    : 0", "1", "error", "gpu_ecc_sram_uncorrectable_sec-ded_volatile"),
    ("DRAM Uncorrectable            : 0", "3", "error", "gpu_ecc_dram_uncorrectable_volatile"),
    ("SRAM Threshold Exceeded       : No", "Yes", "critical", "sram error threshold exceeded"),
    ("Channel Repair Pending            : No", "Yes", "error", "channel repair pending"),
    ("TPC Repair Pending                : No", "Yes", "error", "tpc repair pending"),
    ("Pending Page Blacklist            : No", "Yes", "error", "page retirement pending"),
    ("Double Bit ECC                    : 0", "2", "warning", "gpu_pages_retired_double_bit"),
    ("Uncorrectable Error               : 0", "2", "warning", "gpu_rows_remapped_uncorrectable"),
    ("        Pending                           : No", "Yes", "error", "row remap pending"),
    ("Remapping Failure Occurred        : No", "Yes", "critical", "row remap failed"),
    ("Low                           : 0 bank(s)", "1 bank(s)", "warning", "row remap banks low"),
    ("None                          : 0 bank(s)", "2 bank(s)", "error", "row remap banks exhausted"),
    ("GPU Recovery Action                   : None", "Reset", "error", "gpu recovery needed: reset"),
    ("GPU Recovery Action                   : None", "Drain P2P", "error", "gpu recovery needed: drain p2p"),
    ("Reset Required                    : No", "Yes", "error", "gpu reset required"),
    ("Drain and Reset Recommended       : No", "Yes", "warning", "gpu drain and reset recommended"),
    ("                Current                   : 16x", "4x", "warning", "pcie_link_width"),
    ("                Current                   : 5", "1", "warning", "pcie_link_generation"),
    ("Replays Since Reset               : 0", "4821", "warning", "pcie_replays"),
    ("GPU Current Temp                  : 58 C", "97 C", "error", "gpu_temperature"),
    ("GPU T.Limit Temp                  : 28 C", "-1 C", "error", "gpu_temperature_margin"),
    ("Memory Current Temp               : 66 C", "106 C", "error", "gpu_memory_temperature"),
    ("Power Draw                        : 612.00 W", "ERR!", "critical", "gpu reading failed"),
    ("Power Draw                        : 612.00 W", "[Unknown Error]", "critical", "gpu reading failed"),
    ("Gpu                               : 92 %", "[GPU requires reset]", "critical", "gpu reading failed"),
    ("Current Temp                  : 58 C", "GPU is lost", "critical", "gpu reading failed"),
    ("SM                                : 1800 MHz", "345 MHz", "warning", "gpu clock low under load"),
    ("State                             : Completed", "In Progress", "warning", "nvlink fabric in progress"),
    ("Status                            : Success", "Insufficient Resources", "error",
     "nvlink fabric insufficient resources"),
    ("Bandwidth                     : N/A", "Degraded", "error", "nvlink fabric bandwidth degraded"),
    ("Route Recovery in progress    : False", "True", "warning", "nvlink fabric route recovery in progress"),
    ("Route Unhealthy               : False", "True", "error", "nvlink fabric route unhealthy"),
    ("Access Timeout Recovery       : False", "True", "warning", "nvlink fabric access timeout recovery"),
]  # fmt: skip
IBSTAT = """CA 'mlx5_0'
	CA type: MT4129
	Number of ports: 1
	Port 1:
		State: Active
		Physical state: LinkUp
		Rate: 400
		Base lid: 11
		SM lid: 1
		Link layer: InfiniBand
CA 'mlx5_1'
	CA type: MT4129
	Number of ports: 1
	Port 1:
		State: Active
		Physical state: LinkUp
		Rate: 400
		Base lid: 12
		SM lid: 1
		Link layer: InfiniBand
"""
IBSTAT_FIELDS = [
    ("State: Active\n\t\tPhysical state: LinkUp", "Down\n\t\tPhysical state: Polling", "critical", "polling"),
    ("State: Active\n\t\tPhysical state: LinkUp", "Down\n\t\tPhysical state: Disabled", "warning", "disabled"),
    ("State: Active\n\t\tPhysical state: LinkUp", "Down\n\t\tPhysical state: Sleep", "critical", "sleep"),
    ("State: Active\n\t\tPhysical state: LinkUp", "Down\n\t\tPhysical state: LinkErrorRecovery", "critical",
     "linkerrorrecovery"),
    ("State: Active\n\t\tPhysical state: LinkUp", "Initializing\n\t\tPhysical state: LinkUp", "warning",
     "initializing"),
    ("State: Active\n\t\tPhysical state: LinkUp", "Armed\n\t\tPhysical state: LinkUp", "warning", "armed"),
    ("Physical state: LinkUp", "LinkErrorRecovery", "warning", "ib port active"),
    ("Rate: 400", "100", "warning", "ib_link_rate"),
    ("Base lid: 11", "65535", "warning", "ib port without lid"),
    ("SM lid: 1", "0", "warning", "ib port without subnet manager"),
]  # fmt: skip
SMART = """smartctl 7.4 2023-08-01 r5530 [x86_64-linux-6.8.0] (local build)
=== START OF READ SMART DATA SECTION ===
SMART overall-health self-assessment test result: PASSED

ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  WHEN_FAILED RAW_VALUE
  5 Reallocated_Sector_Ct   0x0033   100   100   010    Pre-fail  Always       -       0
 10 Spin_Retry_Count        0x0013   100   100   050    Pre-fail  Always       -       0
184 End-to-End_Error        0x0032   100   100   097    Old_age   Always       -       0
187 Reported_Uncorrect      0x0032   100   100   000    Old_age   Always       -       0
194 Temperature_Celsius     0x0022   062   051   000    Old_age   Always       -       36
196 Reallocated_Event_Count 0x0032   100   100   000    Old_age   Always       -       0
197 Current_Pending_Sector  0x0012   100   100   000    Old_age   Always       -       0
198 Offline_Uncorrectable   0x0010   100   100   000    Old_age   Offline      -       0
199 UDMA_CRC_Error_Count    0x003e   200   200   000    Old_age   Always       -       0

SMART Error Log Version: 1
No Errors Logged

SMART Self-test log structure revision number 1
Num  Test_Description    Status                  Remaining  LifeTime(hours)  LBA_of_first_error
# 1  Short offline       Completed without error       00%     10211         -
"""
SMART_FIELDS = [
    ("test result: PASSED", "FAILED!", "error", "smart failed"),
    ("Always       -       0\n 10", "Always       -       160\n 10", "error", "disk_reallocated_sectors"),
    ("050    Pre-fail  Always       -       0", "050    Pre-fail  Always       -       7", "warning", "spin_retries"),
    ("097    Old_age   Always       -       0", "097    Old_age   Always       -       2", "warning", "end_to_end"),
    ("Always       -       0\n194", "Always       -       12\n194", "warning", "disk_uncorrectable_errors"),
    ("Always       -       36", "Always       -       71", "error", "disk_temperature"),
    ("Always       -       0\n198", "Always       -       24\n198", "error", "disk_pending_sectors"),
    ("Offline      -       0", "Offline      -       3", "warning", "disk_uncorrectable_sectors"),
    ("Always       -       0\n\n", "Always       -       812\n\n", "warning", "disk_crc_errors"),
    ("100   100   050    Pre-fail  Always       -  ", "001   001   050    Pre-fail  Always   FAILING_NOW ", "error",
     "smart attribute failing: spin_retry_count"),
    ("No Errors Logged", "ATA Error Count: 34 (device log contains only the most recent five errors)", "warning",
     "disk_error_count"),
    ("Completed without error       00%", "Completed: read failure       90%", "error", "smart self-test failed"),
]  # fmt: skip
NVME = """smartctl 7.4 2023-08-01 r5530 [x86_64-linux-6.8.0] (local build)
=== START OF SMART DATA SECTION ===
SMART overall-health self-assessment test result: PASSED

SMART/Health Information (NVMe Log 0x02)
Critical Warning:                   0x00
Temperature:                        39 Celsius
Available Spare:                    100%
Available Spare Threshold:          10%
Percentage Used:                    4%
Unsafe Shutdowns:                   9
Media and Data Integrity Errors:    0
Warning  Comp. Temperature Time:    0
Critical Comp. Temperature Time:    0
"""
NVME_FIELDS = [
    ("Critical Warning:                   0x00", "0x04", "warning", "nvme_critical_warning"),
    ("Temperature:                        39 Celsius", "86 Celsius", "error", "disk_temperature"),
    ("Available Spare:                    100%", "8%", "error", "disk_spare"),
    ("Percentage Used:                    4%", "103%", "error", "disk_wear"),
    ("Integrity Errors:    0", "37", "warning", "disk_media_errors"),
    ("Warning  Comp. Temperature Time:    0", "55", "warning", "disk_overheated_time"),
    ("Critical Comp. Temperature Time:    0", "3", "warning", "disk_critical_temperature_time"),
]  # fmt: skip
DCGM = """Successfully ran diagnostic for group.
+---------------------------+------------------------------------------------+
| Diagnostic                | Result                                         |
+===========================+================================================+
|-----  Deployment  --------+------------------------------------------------|
| Denylist                  | Pass                                           |
| NVML Library              | Pass                                           |
| Persistence Mode          | Pass                                           |
| Page Retirement/Row Remap | Pass                                           |
+-----  Integration  -------+------------------------------------------------+
| PCIe                      | Pass - All                                     |
+-----  Hardware  ----------+------------------------------------------------+
| GPU Memory                | Pass - All                                     |
| Diagnostic                | Pass - All                                     |
+-----  Stress  ------------+------------------------------------------------+
| Targeted Stress           | Pass - All                                     |
| Memory Bandwidth          | Pass - All                                     |
+---------------------------+------------------------------------------------+
"""
DCGM_FIELDS = [
    ("Denylist                  | Pass                 ", "Fail                 ", "error", "denylist failed"),
    ("Persistence Mode          | Pass                 ", "Warn                 ", "warning", "mode warned"),
    ("Row Remap | Pass                 ", "Fail                 ", "error", "row remap failed"),
    ("PCIe                      | Pass - All           ", "Fail - GPU: 3        ", "error", "pcie failed"),
    ("GPU Memory                | Pass - All           ", "Fail - GPUs: 1, 6    ", "error", "gpu memory failed"),
    ("Diagnostic                | Pass - All           ", "Fail - GPU: 2        ", "error", "diagnostic failed"),
    ("Targeted Stress           | Pass - All           ", "Fail - All           ", "error", "targeted stress failed"),
    ("Memory Bandwidth          | Pass - All           ", "Warn - GPU: 0        ", "warning", "bandwidth warned"),
]  # fmt: skip

CASES = [
    (text, *case)
    for text, cases in (
        (NVIDIA, NVIDIA_FIELDS), (IBSTAT, IBSTAT_FIELDS), (SMART, SMART_FIELDS), (NVME, NVME_FIELDS),
        (DCGM, DCGM_FIELDS),
    )
    for case in cases
]  # fmt: skip


def changed(text: str, field: str, value: str) -> str:
    """The output with another value in a field: what follows the last colon, bar or equal beginning of it."""
    assert field in text
    if field.startswith("State: "):
        return text.replace(field, f"State: {value}", 1)
    for mark in (": ", "| "):
        if mark in field:
            return text.replace(field, field[: field.rindex(mark) + len(mark)] + value, 1)
    kept = field[: len(field) - len(field.lstrip())] if not field.startswith(("Always", "Offline", "Completed")) else ""
    return text.replace(field, kept + value, 1)


@pytest.mark.parametrize(
    "text", [NVIDIA, IBSTAT, SMART, NVME, DCGM], ids=["nvidia-smi", "ibstat", "smartctl", "nvme", "dcgmi"]
)
def test_the_healthy_output_is_healthy(text: str) -> None:
    signals = read(text.encode())
    assert signals.format.startswith("cmd:")
    assert [signal for signal in signals.signals if signal.severity not in ("none", "info")] == []
    assert signals.healthy


@pytest.mark.parametrize(
    ("text", "field", "value", "severity", "name"), CASES, ids=[f"{case[4]}: {case[2].strip()}" for case in CASES]
)
def test_an_unhealthy_field_is_a_signal(text: str, field: str, value: str, severity: str, name: str) -> None:
    bad = [one for one in read(changed(text, field, value).encode()).signals if one.severity not in ("none", "info")]
    said = [one for one in bad if name in one.name.lower()]
    assert said, f"{[(one.severity, one.name) for one in bad]}"
    assert SEVERITIES.index(max((one.severity for one in said), key=SEVERITIES.index)) >= SEVERITIES.index(severity)
