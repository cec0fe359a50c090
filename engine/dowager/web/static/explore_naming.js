// The names of the owner's files: new ones, others, and none any more.

const byId = (id) => document.getElementById(id);

/** Let the buttons beside the list of files make, rename and delete the files of an editor. */
export function naming(editor) {
  const form = byId("naming");
  const input = byId("naming-name");
  let from = null; // the button that has opened the form
  let act = null;

  const open = (button, words, name, verb) => {
    from = button;
    act = verb;
    byId("naming-words").textContent = words;
    input.value = name;
    form.hidden = false;
    input.focus();
    input.setSelectionRange(0, name.endsWith(".yaml") ? name.length - ".yaml".length : name.length);
  };
  const close = () => {
    form.hidden = true;
    from?.focus();
  };

  const [make, rename, remove] = ["new", "rename", "delete"].map((id) => byId(`file-${id}`));
  make.addEventListener("click", () => open(make, "Name of the new file", ".yaml", (name) => editor.make(name)));
  rename.addEventListener("click", () => open(rename, `New name of ${editor.name}`, editor.name, (name) => editor.rename(name)));
  remove.addEventListener("click", () => editor.remove());
  byId("naming-cancel").addEventListener("click", close);
  form.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const typed = input.value.trim();
    const name = typed.endsWith(".yaml") ? typed : `${typed}.yaml`;
    form.hidden = true; // a second press would ask for the same name again
    if (!(await act(name))) form.hidden = false;
  });
}
