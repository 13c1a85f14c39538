// A static page has no server to store its notes. Cookies store them, under names that many
// programs use.

/** @param {string} name */
const cookie = (name) => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? "";

/** @param {string} name @param {string | number} value */
const keep = (name, value) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as most pages do
  document.cookie = `${name}=${value}; path=/`;
};

const sent = new URLSearchParams(location.search);
const note = sent.get("note");
if (!cookie("csrftoken")) keep("csrftoken", crypto.randomUUID());
if (note && sent.get("token") === cookie("csrftoken")) {
  keep("user_id", [cookie("user_id"), encodeURIComponent(note)].filter(Boolean).join("."));
  history.replaceState({}, "", "/");
} else keep("visits", Number(cookie("visits")) + 1);

document.querySelector("#visits")?.append(cookie("visits"));
document.querySelector("[name=token]")?.setAttribute("value", cookie("csrftoken"));
for (const kept of cookie("user_id").split(".").filter(Boolean)) {
  const item = document.createElement("li");
  item.className = "line";
  item.dataset.host = "";
  item.textContent = decodeURIComponent(kept);
  document.querySelector("ul")?.append(item);
}
