import type { NewStaffPasskeyProps } from "../../islands/staff/new-staff-passkey.props.ts";

export const states = {
  "a first passkey": {
    options: {
      challenge: "AAAA",
      rp: { id: "shop.example", name: "Leaf & Vessel staff" },
      user: { id: "AAAA", name: "pat@shop.example", displayName: "Pat" },
      pubKeyCredParams: [{ type: "public-key", alg: -7 }],
      timeout: 300_000,
      attestation: "none",
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
      excludeCredentials: [],
    },
  },
} satisfies Record<string, NewStaffPasskeyProps>;
