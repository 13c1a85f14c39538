import type { AvatarFormProps } from "../../../islands/customers/avatar-form.props.ts";
import type { ProfileFieldProps } from "../../../islands/customers/profile-field.props.ts";
import { avatarUrl } from "../../media/avatars.ts";
import type { Refusal } from "../../outcome.ts";
import { view } from "../../web/view.ts";
import type { DashboardFrame } from "../dashboard.ts";
import type { Profile } from "../profile.ts";
import { genders, isProfileField, type ProfileField, profileFields, shownValue } from "../rules/profile.ts";

type Shape = Pick<ProfileFieldProps, "label" | "type" | "inputMode" | "autoComplete" | "options">;

const shapes: Record<ProfileField, Shape> = {
  email: { label: "Email", inputMode: "email", autoComplete: "email" },
  first_name: { label: "First name", autoComplete: "given-name" },
  last_name: { label: "Last name", autoComplete: "family-name" },
  phone: { label: "Phone", type: "tel", autoComplete: "tel" },
  gender: { label: "Gender", autoComplete: "sex", options: [...genders] },
  birthday: { label: "Birthday", type: "date", autoComplete: "bday" },
};

/**
 * The field of a native form that was refused or was sent after its session ended, with the refusal
 * and the typed value.
 */
export type RefusedField = { field: ProfileField | "avatar"; refusal?: Refusal; typed?: unknown };

/**
 * The message after a change by a native form. `saved` is a parameter of the page's address that
 * names the change; undefined for other names.
 */
function noticeOf(saved: unknown): string | undefined {
  if (saved === "no-avatar") return "avatar removed correctly";
  return isProfileField(saved) || saved === "avatar" ? `${saved} saved correctly` : undefined;
}

type ProfilePageInput = { profile: Profile; token: string; saved: unknown; waiting: boolean; refused: RefusedField | undefined };

type ProfilePage = ReturnType<typeof profilePage>;
export const profileView = view<DashboardFrame & ProfilePage>("customers/profile");

/** The values of views/customers/profile.hbs. */
export function profilePage({ profile, token, saved, waiting, refused }: ProfilePageInput) {
  const { avatar } = profile;
  const errorIn = (field: string) => (refused?.field === field ? refused.refusal?.errors?.[0]?.message : undefined);
  const avatarError = errorIn("avatar");
  const picture: AvatarFormProps = {
    token,
    ...(avatar !== null && { url: avatarUrl(avatar) }),
    ...(avatarError !== undefined && { error: avatarError }),
  };
  const fieldOf = (field: ProfileField): ProfileFieldProps => {
    const error = errorIn(field);
    return {
      ...shapes[field],
      field,
      token,
      value: profile[field],
      shown: shownValue(field, profile[field]),
      ...(refused?.field === field && { typed: String(refused.typed ?? "") }),
      ...(error !== undefined && { error }),
      ...(field === "email" && waiting && profile.pending_email !== null && { pending: profile.pending_email }),
    };
  };
  return {
    avatar: picture,
    fields: profileFields.map(fieldOf),
    saved: noticeOf(saved),
    ...(refused?.refusal && !refused.refusal.errors && { formError: refused.refusal.error }),
  };
}
