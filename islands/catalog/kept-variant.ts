/** Stores the chosen variant in the address, and in the links and the form of the reviews. */
export function keepVariant(id: string): void {
  const keeping = (href: string) => {
    const address = new URL(href);
    address.searchParams.set("variant", id);
    return address.href;
  };
  history.replaceState(history.state, "", keeping(location.href));
  for (const link of document.querySelectorAll<HTMLAnchorElement>("#reviews a")) link.href = keeping(link.href);
  // The browser sends the field only if it has a name. The field is missing if there are too few
  // reviews to sort.
  const field = document.getElementById("kept-variant");
  if (field) Object.assign(field, { name: "variant", value: id });
}
