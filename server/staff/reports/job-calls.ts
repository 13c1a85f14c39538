import { staffJobRetryPath, staffJobsPath, staffJobsRetryPath } from "../paths.ts";
import { nothing, type StaffCall } from "../staff-call.ts";

const retrying = { method: "POST", guard: "csrf", answer: nothing, needs: "jobs:write" } as const;

export const jobCalls = {
  retryJob: {
    ...retrying,
    path: staffJobRetryPath(":id"),
    screen: staffJobsPath,
    summary: "Tries a job again at once that failed; one that moves money takes orders:refund too",
    codes: ["signed_out"],
  },
  retryJobs: {
    ...retrying,
    path: staffJobsRetryPath,
    screen: staffJobsPath,
    summary: "Tries all jobs again at once that failed; those that move money take orders:refund too",
    codes: ["signed_out"],
  },
} as const satisfies Record<string, StaffCall>;
