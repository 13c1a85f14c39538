import { onTestFinished } from "vitest";
import { startTaxService } from "./start-tax-service.ts";

/** A tax service that ends with its test. */
export async function openTaxService() {
  const service = await startTaxService();
  onTestFinished(service.end);
  return service;
}
