import { expect, test } from "vitest";
import { mailNotice } from "../../server/staff/orders/mail-notice.ts";

test("where an email goes is said only while no mail server is connected", () => {
  expect(mailNotice("Sent.", { smtpUrl: "smtp://mail.example" })).toBe("Sent.");
  expect(mailNotice("Sent.", { smtpUrl: undefined })).toMatch(/^Sent\. No mail server is connected yet: .* kept as a file/);
});
