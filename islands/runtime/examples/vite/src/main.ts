// The page's own script, which Vite bundles as ever.
const year = document.querySelector("#year");
if (year) year.textContent = String(new Date().getFullYear());
