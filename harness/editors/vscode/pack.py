#!/usr/bin/env python3
"""Packs the compiled extension as a .vsix: a zip with a manifest. The same files make the same bytes.

    pack.py PLACE.vsix
"""

import json
import sys
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

HERE = Path(__file__).resolve().parent
TOP = HERE.parents[2]

TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension=".json" ContentType="application/json"/>
<Default Extension=".js" ContentType="application/javascript"/>
<Default Extension=".md" ContentType="text/markdown"/>
<Default Extension=".txt" ContentType="text/plain"/>
<Default Extension=".vsixmanifest" ContentType="text/xml"/>
</Types>
"""


def manifest(package: dict) -> str:
    name, version, publisher = (quoteattr(package[key]) for key in ("name", "version", "publisher"))
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
<Identity Language="en-US" Id={name} Version={version} Publisher={publisher}/>
<DisplayName>{escape(package["displayName"])}</DisplayName>
<Description xml:space="preserve">{escape(package["description"])}</Description>
<Tags>{escape(",".join(package["keywords"]))}</Tags>
<Categories>{escape(",".join(package["categories"]))}</Categories>
<Properties>
<Property Id="Microsoft.VisualStudio.Code.Engine" Value={quoteattr(package["engines"]["vscode"])}/>
<Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
</Properties>
<License>extension/LICENSE-MIT.txt</License>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets>
<Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE-MIT.txt" Addressable="true"/>
</Assets>
</PackageManifest>
"""


def main() -> None:
    place = Path(sys.argv[1])
    package = json.loads((HERE / "package.json").read_text())
    compiled = sorted((HERE / "out").glob("*.js"))
    if not (HERE / "out" / "extension.js").is_file():
        sys.exit("there is no out/extension.js: compile first")
    # What only its makers need stays at home.
    shipped = {key: value for key, value in package.items() if key not in ("scripts", "devDependencies", "private")}
    files = {
        "extension.vsixmanifest": manifest(package),
        "[Content_Types].xml": TYPES,
        "extension/package.json": json.dumps(shipped, indent=2) + "\n",
        "extension/README.md": (HERE / "README.md").read_text(),
        "extension/LICENSE-MIT.txt": (TOP / "LICENSE-MIT").read_text(),
        "extension/LICENSE-APACHE.txt": (TOP / "LICENSE-APACHE").read_text(),
    }
    files |= {f"extension/out/{file.name}": file.read_text() for file in compiled}
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, text)


main()
